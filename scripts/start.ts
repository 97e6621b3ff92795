// `npm start`: builds where needed, then opens the desktop application; where Electron's binary cannot be had, the
// server front in a browser window.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt } from './build.ts'
import { electronBinary, fetchElectron } from './electron-binary.ts'
import { startInBrowser } from './start-in-browser.ts'
import { withoutNpm } from './without-npm.ts'

const root = join(import.meta.dirname, '..')
const env = withoutNpm(process.env, root)
const stallMs = 20_000

await ensureBuilt(root)
const electron = electronBinary(root) ?? (await fetchElectron(root, { stallMs }))
if (electron === null) {
  process.stdout.write("Electron's binary could not be had; opening the application in a browser window instead.\n")
  process.exitCode = await startInBrowser(root, env)
} else {
  process.exitCode = await startDesktop(electron)
}

function startDesktop(binary: string): Promise<number> {
  // Chromium refuses to run as root with its own sandbox on.
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const child = spawn(binary, [...asRoot, root, ...process.argv.slice(2)], { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((settle) => {
    child.once('exit', (code) => settle(code ?? 1))
  })
}
