import { join } from 'node:path'
import { startDesktop } from './fronts/electron/start-desktop'
import { dataDir } from './platform/data-dir'

const built = join(import.meta.dirname, '..')

startDesktop({
  dataDir: dataDir(),
  server: join(built, 'main/server.js'),
  preload: join(built, 'preload/index.cjs'),
  renderer: join(built, 'renderer'),
})
