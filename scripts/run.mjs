// Runs another script of this folder with the Node that the packages bring along. In plain JavaScript, so that an older
// Node, which `npm run` takes while nothing is installed, can say what to do.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const [, , name = '', ...args] = process.argv
const script = join(root, 'scripts', name)
const isInstalled = existsSync(join(root, 'node_modules/electron-vite'))
const isNewEnough = Number(process.versions.node.split('.')[0]) >= 24

if (isInstalled && isNewEnough) {
  process.argv.splice(1, process.argv.length - 1, script, ...args)
  await import(pathToFileURL(script).href)
} else {
  const missing = isInstalled
    ? `Node 24 or newer is needed, and this is ${process.version}: npm has none for this system.`
    : 'The packages are not installed yet.'
  process.stderr.write(`${missing}\n${isInstalled ? 'Install Node 24' : 'Run `npm ci` first'}, then this again.\n`)
  process.exitCode = 1
}
