import { runServer } from './fronts/server/run-server'
import { version } from '../package.json'

await runServer(import.meta.dirname, version)
