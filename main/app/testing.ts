import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '../..')

/** Bundles in a process of its own: what the bundler needs of memory would stay with this one, which starts many others. */
async function bundle(entry: string, outDir: string, external: readonly string[]): Promise<string> {
  const bundler = join(import.meta.dirname, 'bundling/testing.ts')
  await promisify(execFile)(process.execPath, [bundler, JSON.stringify({ entry, outDir, external })])
  return join(outDir, 'entry.mjs')
}

/** Bundles an entry of `main/` into one file that plain Node runs; answers its path. */
export function bundleForNode(entry: string): Promise<string> {
  return bundle(entry, mkdtempSync(join(tmpdir(), 'bundle-')), [])
}

/** Bundles the core's entry as it ships, into a folder from where its native packages are found; answers its path. */
export function bundleCore(): Promise<string> {
  const out = join(root, 'out')
  mkdirSync(out, { recursive: true })
  const external = ['better-sqlite3', '@ast-grep/*', 'nunjucks', 'pino', 'pino-roll']
  return bundle('main/server.ts', mkdtempSync(join(out, 'core-')), external)
}

/** A process that is told what to do line by line and answers each with one line. */
export type Talker = { readonly child: ChildProcess; ask(line: string): Promise<string>; end(): Promise<void> }

export function startTalker(file: string, args: readonly string[], options: { uid?: number } = {}): Talker {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'inherit'], ...options })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const exited = new Promise<void>((settle) => child.once('exit', () => settle()))
  return {
    child,
    ask: async (line) => {
      child.stdin.write(`${line}\n`)
      const next = await lines.next()
      return next.done ? 'ended' : next.value
    },
    end: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}
