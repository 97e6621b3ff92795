import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { dataDir } from '../main/platform/data-dir.ts'

/**
 * Runs the server front, opens its address in a browser window and answers its exit status when it ends. Where another
 * core has the data folder, opens a window on that one.
 */
export function startInBrowser(root: string, env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const server = spawn(process.execPath, [join(root, 'out/main/server.js')], {
    stdio: ['inherit', 'pipe', 'inherit'],
    env,
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
  let endBrowser = () => {}
  let refusal: Message | null = null
  createInterface({ input: server.stdout }).on('line', (line) => {
    const message = parsed(line)
    if (typeof message?.url === 'string') endBrowser = show(message.url, env)
    else if (message?.type === 'refused') refusal = message
    else process.stdout.write(`${line}\n`)
  })
  return new Promise((settle) => {
    server.once('close', (code) => {
      endBrowser()
      settle(refusal === null ? (code ?? 1) : attach(refusal, code ?? 1, env))
    })
  })
}

/** Opens a window on the core that has the data folder; else tells the refusal and answers the status that came with it. */
async function attach(refusal: Message, code: number, env: NodeJS.ProcessEnv): Promise<number> {
  const url = refusal.code === 'core.locked' ? await urlOfLiveCore(env) : null
  if (url === null) {
    process.stderr.write(`${String(refusal.message)}\n${String(refusal.hint ?? '')}\n`)
    return code
  }
  show(url, env)
  return 0
}

async function urlOfLiveCore(env: NodeJS.ProcessEnv): Promise<string | null> {
  try {
    const { endpoint, token } = JSON.parse(readFileSync(join(dataDir(env), 'core.json'), 'utf8'))
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${endpoint}/url`, { method: 'POST', headers, signal: AbortSignal.timeout(5000) })
    const { url } = (await answer.json()) as { url?: unknown }
    return typeof url === 'string' ? url : null
  } catch {
    // No manifest, or nobody answers as a core would: the refusal stands, and is told.
    return null
  }
}

function show(url: string, env: NodeJS.ProcessEnv): () => void {
  process.stdout.write(`${url}\n`)
  return openBrowser(url, env)
}

type Message = {
  readonly type?: unknown
  readonly code?: unknown
  readonly url?: unknown
  readonly message?: unknown
  readonly hint?: unknown
}
function parsed(line: string): Message | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? value : null
  } catch (error) {
    // Ordinary output of the server; it is passed on.
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Opens an address in a window of its own, or in the person's browser; does nothing where there is no display. */
function openBrowser(url: string, env: NodeJS.ProcessEnv): () => void {
  const hasDisplay = process.platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
  if (!hasDisplay) return () => {}
  const chromium = ['chromium', 'chromium-browser', 'google-chrome'].find((name) => isOnPath(name, env))
  if (chromium !== undefined) return openOwnWindow(chromium, url, env)
  const [command = '', ...args] =
    process.platform === 'darwin' ? ['open', url] : process.platform === 'win32' ? ['explorer', url] : ['xdg-open', url]
  // Without a browser the printed address remains.
  spawn(command, args, { stdio: 'ignore', env }).once('error', () => {})
  return () => {}
}

function openOwnWindow(chromium: string, url: string, env: NodeJS.ProcessEnv): () => void {
  const profile = mkdtempSync(join(tmpdir(), 'cleveragents-browser-'))
  // Chromium refuses to run as root with its own sandbox on.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const args = [`--app=${url}`, `--user-data-dir=${profile}`, '--no-first-run', ...asRoot]
  const browser = spawn(chromium, args, { stdio: 'ignore', env })
  browser.once('error', () => {})
  browser.once('exit', () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }))
  return () => browser.kill()
}

const isOnPath = (name: string, env: NodeJS.ProcessEnv) =>
  (env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, name)))
