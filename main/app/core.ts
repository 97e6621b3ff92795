import { randomBytes } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../infrastructure/db/open'
import { openLog, type LogLevel, type OpenLog } from '../infrastructure/log/log'
import { ownStart } from '../infrastructure/process/process-start'
import { systemClock } from '../platform/clock'
import { listen, type Listening } from '../fronts/server/listen'
import { acquireCoreLock } from './core-lock'
import { createApp, type App } from './create-app'
import { openDataFolder, type DataFolder } from './data-folder'
import { removeManifest, writeManifest, type CoreKind } from './manifest'
import { createRouter } from './router'

export type CoreOptions = {
  readonly dataDir: string
  readonly kind: CoreKind
  readonly host: string
  readonly port: number
  readonly version: string
  readonly pagesDir: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly electron: () => boolean
  /** Called where the start first puts right what was interrupted, with what that is. */
  readonly onRecovering?: (what: readonly string[]) => void
  /** Called once the core has ended by itself or was asked to. */
  readonly onEnded: () => void
}

export type Core = {
  readonly endpoint: string
  readonly token: string
  readonly newUrl: () => string
  close(): Promise<void>
}

type Idle = { clients(count: number): void; begin(): void }

/**
 * Ends a background core once nobody has asked for anything for a while and nothing is being worked on. Counts from
 * `begin`, so that a start that takes long is no idleness.
 */
function endWhenIdle(idleMs: () => number, busy: () => boolean, end: () => void): Idle {
  let clients = 0
  let begun = false
  let timer: NodeJS.Timeout | undefined
  const wait = () => {
    if (!begun) return
    clearTimeout(timer)
    timer = setTimeout(() => (clients > 0 || busy() ? wait() : end()), idleMs())
    timer.unref()
  }
  return {
    clients: (count) => {
      clients = count
      wait()
    },
    begin: () => {
      begun = true
      wait()
    },
  }
}

/** Makes the sample in the background; what goes wrong with it keeps nobody from working. */
function startSample(app: App, log: OpenLog): Promise<void> {
  return app.sample.makeOnce().catch((error: unknown) => log.error('sample.failed', error))
}

/** The configured level of the log; where it cannot be told, as with a broken file, that must not keep a fault from being logged. */
function logLevelFrom(settings: App['settings']): () => LogLevel {
  return () => {
    try {
      return settings.text('core.log.level') as LogLevel
    } catch {
      // Whoever asks for the settings is told what is wrong with them.
      return 'info'
    }
  }
}

/**
 * Starts the one core of a data folder: takes its lock, opens the database, serves every front on a loopback address and
 * says where in `core.json`. Refuses where another core lives. Where it cannot start, nothing of it is left behind.
 */
export async function startCore(options: CoreOptions): Promise<Core> {
  const folder = openDataFolder(options.dataDir)
  const ends = new AsyncDisposableStack()
  try {
    ends.adopt(acquireCoreLock(folder.dir, options.kind), (lock) => lock.release())
    return await startLocked(options, folder, ends)
  } catch (error) {
    await ends.disposeAsync()
    throw error
  }
}

/** What is opened is put on `ends`, which ends it in the opposite order. */
async function startLocked(options: CoreOptions, folder: DataFolder, ends: AsyncDisposableStack): Promise<Core> {
  const { kind, host, port, version, env, pagesDir } = options
  const token = randomBytes(32).toString('base64url')
  let known: () => readonly string[] = () => []
  let level: () => LogLevel = () => 'info'
  const secrets = () => [token, ...known()]
  const log = ends.adopt(openLog({ dir: folder.logs, base: { kind }, secrets, level: () => level() }), (open) => {
    open.info('core.ended')
    open.close()
  })
  const database = ends.adopt(openDatabase(folder.database, systemClock), (open) => open.close())
  const started = systemClock()
  let listening: Listening | undefined
  const facts = { started, endpoint: () => listening?.endpoint ?? null, electron: options.electron }
  const config = { dataDir: folder.dir, version, kind, homeFolder: homedir(), env }
  const app = createApp(config, { database, log, clock: systemClock }, facts)
  known = app.secrets
  level = logLevelFrom(app.settings)
  let ending: Promise<void> | undefined
  const close = () => (ending ??= ends.disposeAsync().finally(options.onEnded))
  const idle = endWhenIdle(
    () => app.settings.number('core.idle-exit-s') * 1000,
    app.busy,
    () => void close(),
  )
  const router = createRouter(app.handlers, { newId: app.newId, log })
  const onFault = (error: unknown) => log.error('server.fault', error)
  const { busy, setKeys } = app
  const shutdown = () => void close()
  // Nobody knows the token before the manifest is written, so nothing is asked before recovery is over.
  listening = ends.adopt(
    await listen({
      router,
      host,
      port,
      token,
      version,
      kind,
      pagesDir,
      now: systemClock,
      busy,
      setKeys,
      shutdown,
      onClients: idle.clients,
      onFault,
    }),
    (open) => open.close(),
  )
  ends.defer(() => app.dispose().catch((error: unknown) => log.error('core.end_failed', error)))
  const recovered = await app.start(options.onRecovering)
  ends.defer(() => removeManifest(folder.dir))
  const { endpoint, newUrl } = listening
  writeManifest(folder.dir, {
    pid: process.pid,
    startedAt: started,
    processStart: ownStart(),
    endpoint,
    token,
    kind,
    version,
  })
  log.info('core.started', { endpoint, migrated: database.migrated, ...recovered })
  if (kind === 'background') idle.begin()
  else {
    const sample = startSample(app, log)
    ends.defer(() => sample)
  }
  return { endpoint, token, newUrl, close }
}

export function pagesDirBeside(entryDir: string): string {
  return join(entryDir, '../renderer')
}
