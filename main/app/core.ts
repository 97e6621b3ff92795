import { randomBytes } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../infrastructure/db/open'
import { openLog } from '../infrastructure/log/log'
import { ownStart } from '../infrastructure/process/process-start'
import { systemClock } from '../platform/clock'
import { listen, type Listening } from '../fronts/server/listen'
import { acquireCoreLock } from './core-lock'
import { createApp } from './create-app'
import { openDataFolder } from './data-folder'
import { removeManifest, writeManifest, type CoreKind } from './manifest'
import { createRouter } from './router'
import { makeSampleOnce } from './sample-project'

export type CoreOptions = {
  readonly dataDir: string
  readonly kind: CoreKind
  readonly host: string
  readonly port: number
  readonly version: string
  readonly pagesDir: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly electron: () => boolean
  /** Called once the core has ended by itself or was asked to. */
  readonly onEnded: () => void
}

export type Core = {
  readonly endpoint: string
  readonly token: string
  readonly newUrl: () => string
  close(): Promise<void>
}

/** Ends a background core once nobody has asked for anything for a while and nothing is being worked on. */
function endWhenIdle(idleMs: number, busy: () => boolean, end: () => void): (clients: number) => void {
  let clients = 0
  let timer: NodeJS.Timeout | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => (clients > 0 || busy() ? wait() : end()), idleMs)
    timer.unref()
  }
  wait()
  return (count) => {
    clients = count
    wait()
  }
}

/**
 * Starts the one core of a data folder: takes its lock, opens the database, serves every front on a loopback address and
 * says where in `core.json`. Refuses where another core lives.
 */
export async function startCore(options: CoreOptions): Promise<Core> {
  const folder = openDataFolder(options.dataDir)
  const lock = acquireCoreLock(folder.dir, options.kind)
  try {
    return await startLocked(options, folder, lock.release)
  } catch (error) {
    lock.release()
    throw error
  }
}

async function startLocked(
  options: CoreOptions,
  folder: ReturnType<typeof openDataFolder>,
  release: () => void,
): Promise<Core> {
  const { kind, host, port, version, env } = options
  const log = openLog({ dir: folder.logs, base: { kind } })
  const database = openDatabase(folder.database, systemClock)
  const token = randomBytes(32).toString('base64url')
  const started = systemClock()
  let listening: Listening | undefined
  const facts = { started, endpoint: () => listening?.endpoint ?? null, electron: options.electron }
  const app = createApp(
    { dataDir: folder.dir, version, kind, homeFolder: homedir(), env },
    { database, log, clock: systemClock },
    facts,
  )
  let ending: Promise<void> | undefined
  const end = async () => {
    removeManifest(folder.dir)
    await app.dispose()
    await listening?.close()
    database.close()
    log.info('core.ended')
    log.close()
    release()
    options.onEnded()
  }
  const close = () => (ending ??= end())
  const idle =
    kind === 'background'
      ? endWhenIdle(app.settings.number('core.idle-exit-s') * 1000, app.busy, () => void close())
      : () => undefined
  const router = createRouter(app.handlers, { newId: app.newId, log })
  const recovered = await app.start()
  listening = await listen({
    router,
    host,
    port,
    token,
    version,
    kind,
    pagesDir: options.pagesDir,
    now: systemClock,
    busy: app.busy,
    setKeys: app.setKeys,
    shutdown: () => void close(),
    onClients: idle,
  })
  writeManifest(folder.dir, {
    pid: process.pid,
    startedAt: started,
    processStart: ownStart(),
    endpoint: listening.endpoint,
    token,
    kind,
    version,
  })
  log.info('core.started', { endpoint: listening.endpoint, migrated: database.migrated, ...recovered })
  if (kind !== 'background') {
    makeSampleOnce(app.sampleDeps).catch((error: unknown) => log.error('sample.failed', error))
  }
  return { endpoint: listening.endpoint, token, newUrl: listening.newUrl, close }
}

export function pagesDirBeside(entryDir: string): string {
  return join(entryDir, '../renderer')
}
