import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const noteFile = 'node_modules/.cache/cleveragents/electron-unavailable.json'
const dayMs = 24 * 60 * 60 * 1000

/** The binary that the npm package `electron` would start, or null where it has not been fetched. */
export function electronBinary(root: string, env: NodeJS.ProcessEnv = process.env): string | null {
  const folder = join(root, 'node_modules/electron')
  const named = join(folder, 'path.txt')
  const name = existsSync(named) ? readFileSync(named, 'utf8').trim() : ''
  const override = env.ELECTRON_OVERRIDE_DIST_PATH
  if (override) return existingFile(join(override, name || 'electron'))
  return name === '' ? null : existingFile(join(folder, 'dist', name))
}

const existingFile = (file: string) => (existsSync(file) ? file : null)

export type FetchOptions = {
  /** Gives up after this long without a byte. */
  readonly stallMs: number
  readonly env?: NodeJS.ProcessEnv
}

/**
 * Fetches the binary with the package's own installer; null where that fails, or where it failed for this version
 * within the last day, so that a machine without access does not wait at each start.
 */
export async function fetchElectron(
  root: string,
  { stallMs, env = process.env }: FetchOptions,
): Promise<string | null> {
  const note = join(root, noteFile)
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8'))
  if (failedLately(note, version)) return null
  const downloads = join(root, 'node_modules/.cache/cleveragents/electron-download')
  rmSync(downloads, { recursive: true, force: true })
  mkdirSync(downloads, { recursive: true })
  await install(root, downloads, stallMs, env)
  rmSync(downloads, { recursive: true, force: true })
  const binary = electronBinary(root, env)
  if (binary === null) writeFileSync(note, JSON.stringify({ version, at: Date.now() }))
  else rmSync(note, { force: true })
  return binary
}

function failedLately(note: string, version: string): boolean {
  if (!existsSync(note)) return false
  try {
    const { version: failed, at } = JSON.parse(readFileSync(note, 'utf8'))
    return failed === version && Date.now() - at < dayMs
  } catch (error) {
    // A damaged note costs one more attempt.
    if (error instanceof SyntaxError) return false
    throw error
  }
}

/** Runs the installer, and ends it where its download makes no progress. */
function install(root: string, downloads: string, stallMs: number, env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((settle) => {
    const child = spawn(process.execPath, [join(root, 'node_modules/electron/install.js')], {
      stdio: 'ignore',
      // The installer downloads to the temporary folder, where its progress can be seen.
      env: { ...env, TMPDIR: downloads, TEMP: downloads, TMP: downloads },
    })
    let last = -1
    const watch = setInterval(() => {
      const size = sizeOf(downloads)
      if (size === last || size === 0) child.kill('SIGKILL')
      last = size
    }, stallMs)
    const done = () => {
      clearInterval(watch)
      settle()
    }
    child.once('exit', done)
    child.once('error', done)
  })
}

function sizeOf(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return 0
  if (!stat.isDirectory()) return stat.size
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}
