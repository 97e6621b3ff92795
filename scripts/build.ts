import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const sources = [
  'main',
  'preload',
  'renderer',
  'shared',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
]
const stampFile = 'out/built-from'
const lockFolder = 'out/build.lock'

/** Names the sources' present state by path, size and time of change; tests do not count. */
export function sourceState(root: string): string {
  const hash = createHash('sha256')
  const visit = (path: string): void => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false })
    if (stat === undefined || /\.(test|spec)\.tsx?$/.test(path)) return
    if (stat.isDirectory()) for (const name of readdirSync(join(root, path)).sort()) visit(`${path}/${name}`)
    else hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`)
  }
  for (const path of sources) visit(path)
  return hash.digest('hex')
}

/** Whether `out/` was built from the sources as they are now. */
export function isBuilt(root: string): boolean {
  const stamp = join(root, stampFile)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceState(root)
}

/** Builds where the build is missing or stale, one process at a time; answers whether it did. */
export async function ensureBuilt(root: string): Promise<boolean> {
  if (isBuilt(root)) return false
  const release = await lock(join(root, lockFolder))
  try {
    if (isBuilt(root)) return false
    const state = sourceState(root)
    const cli = join(root, 'node_modules/electron-vite/bin/electron-vite.js')
    execFileSync(process.execPath, [cli, 'build', '--logLevel', 'warn'], { cwd: root, stdio: ['ignore', 2, 2] })
    // The state from before the build: a source changed meanwhile makes the next start build again.
    writeFileSync(join(root, stampFile), state)
    return true
  } finally {
    release()
  }
}

async function lock(folder: string): Promise<() => void> {
  mkdirSync(join(folder, '..'), { recursive: true })
  const owner = join(folder, 'pid')
  for (;;) {
    try {
      mkdirSync(folder)
      writeFileSync(owner, String(process.pid))
      return () => rmSync(folder, { recursive: true, force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    if (isAbandoned(folder, owner)) rmSync(folder, { recursive: true, force: true })
    else await delay(200)
  }
}

function isAbandoned(folder: string, owner: string): boolean {
  const pid = existsSync(owner) ? Number(readFileSync(owner, 'utf8')) : 0
  if (pid === 0) {
    // Between making the folder and naming its owner there is but a moment.
    const made = statSync(folder, { throwIfNoEntry: false })
    return made !== undefined && Date.now() - made.mtimeMs > 5000
  }
  try {
    return !process.kill(pid, 0)
  } catch (error) {
    // ESRCH: the builder was killed and left its lock.
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
