import { join } from 'node:path'
import { version } from '../package.json'

// Compiled code is kept beside the build; where that folder cannot be written, starting is merely slower.
process.getBuiltinModule('node:module').enableCompileCache(join(import.meta.dirname, '../compile-cache'))

// Only now, so that it is read from that cache.
const { runServer } = await import('./fronts/server/run-server')

await runServer(import.meta.dirname, version)
