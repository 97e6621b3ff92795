// Starts an application as Electron's binary would: its switches, its preloaded modules, its main bundle.
import fs from 'node:fs'
import inspector from 'node:inspector'
import { createRequire, registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare, start } from './application.ts'

const given = process.argv.slice(2)
process.argv = [process.env.STAND_IN_PATH ?? 'electron', ...given]

const switches: string[] = []
const preloaded: string[] = []
let target = ''
for (let at = 0; at < given.length; at++) {
  const argument = given[at] ?? ''
  if (argument === '-r' || argument === '--require') preloaded.push(given[++at] ?? '')
  else if (argument.startsWith('-')) switches.push(argument)
  else if (target === '') target = path.resolve(argument)
}
if (target === '') {
  console.error('stand-in: no application given')
  process.exit(1)
}

const standIn = new URL('./electron.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    /^electron(\/(main|common))?$/.test(specifier)
      ? { url: standIn, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
})

const about = JSON.parse(fs.readFileSync(path.join(target, 'package.json'), 'utf8'))
prepare(target, about.productName ?? about.name, switches)

// This prints "Debugger listening on ws://…", which Playwright waits for.
const inspect = switches.find((argument) => argument.startsWith('--inspect='))
if (inspect) inspector.open(Number(inspect.split('=')[1]), '127.0.0.1')
const require = createRequire(path.join(process.cwd(), 'index.js'))
for (const file of preloaded) require(path.resolve(file))

if (about.type !== 'module') throw new Error('The Electron stand-in starts applications that are ES modules only')
try {
  await import(pathToFileURL(path.resolve(target, about.main)).href)
} catch (error) {
  console.error(error)
  process.exit(1)
}
await start()
