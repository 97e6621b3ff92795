import type { FSWatcher } from 'node:fs'
import { dirname, join } from 'node:path'
import { failed } from '@shared/model/refusal'
import { makeFolder } from '../../platform/make-folder'
import { builtin, fs } from './builtin'
import { awaitStart, watchRecovery } from './await-start'
import { isAlive, readManifest, type Manifest } from './connect'
import { lockedCode, refusalIn, startRefusal } from './start-refusal'

/** Milliseconds a core may take to come up; a large database is migrated and backed up within them. */
const startLimit = 60_000
/** Milliseconds for which the loser of a race waits for the winner's manifest. */
const winnerLimit = 15_000

/**
 * Megabytes of each half of the memory that V8 keeps for what is new. Larger ones stay resident, 14 MB in a plan of ten edits,
 * and each process that the core starts takes longer the more memory it has.
 */
const smallYoung = '--max-semi-space-size=1'

/**
 * Places that the C library gives memory out from. By default each of a dozen threads gets one of its own, which keeps what was
 * freed in it: 7 MB in a plan of ten edits. The threads hardly ever ask at once.
 */
const onePlace = { MALLOC_ARENA_MAX: '1' }

type StartOptions = {
  readonly dataDir: string
  /** `out/main/server.js`. */
  readonly entry: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly progress: (line: string) => void
}

/**
 * Starts the background core in a session of its own and waits for its manifest. Two at once are fine: the core's lock
 * lets one in, and both callers find that one.
 */
export async function startCore(options: StartOptions, known: Manifest | undefined): Promise<Manifest> {
  const { dataDir } = options
  const logFile = join(dataDir, 'logs', 'core-start.log')
  const { log, from } = openStartLog(logFile)
  const appeared = awaitManifest(dataDir, known)
  // Its working directory is the data folder, so that it holds nobody's folder busy.
  const child = builtin('node:child_process').spawn(
    process.execPath,
    [smallYoung, options.entry, '--kind', 'background'],
    {
      detached: true,
      stdio: ['ignore', log, log],
      cwd: dataDir,
      // The folder may have been named relative to where the command was given; the core works in another.
      env: { ...onePlace, ...options.env, CLEVERAGENTS_HOME: dataDir },
    },
  )
  fs.closeSync(log)
  child.unref()
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `status ${code}`))
    child.once('error', (error) => resolve(error.message))
  })
  try {
    const slow = setTimeout(() => options.progress('Starting the core …'), 1500)
    const recovery = watchRecovery(logFile, from, options.progress)
    const first = await awaitStart(startLimit, (ms) => Promise.race([appeared.manifest(ms), ended]), recovery)
    clearTimeout(slow)
    if (typeof first === 'object') {
      // Ours came second; left to itself it would take the folder over should the first one end meanwhile.
      if (first.pid !== child.pid) child.kill('SIGTERM')
      return first
    }
    const refusal = refusalIn(fs.readFileSync(logFile).subarray(from).toString())
    // Another core has the data folder: its manifest is there, or about to come.
    const isSecond = refusal?.code === lockedCode || first === 'status 0'
    const other = isSecond ? await awaitStart(winnerLimit, appeared.manifest, recovery) : undefined
    if (other) return other
    const told = fs.readFileSync(logFile).subarray(from).toString()
    throw startRefusal({ ended: first, told, recovering: recovery.what(), logFile })
  } finally {
    appeared.stop()
  }
}

/** Opens the file that takes what a starting core prints; the first thing that is made in the data folder. */
function openStartLog(file: string): { readonly log: number; readonly from: number } {
  try {
    makeFolder(dirname(file))
    const log = fs.openSync(file, 'a', 0o600)
    return { log, from: fs.fstatSync(log).size }
  } catch (error) {
    const { code = '', path = file } = error as NodeJS.ErrnoException
    throw failed('data_folder.not_writable', `The data folder cannot be written (${code}: ${path}).`, {
      hint: 'Set CLEVERAGENTS_HOME to a folder of your own, or correct the permissions.',
      details: { path },
    })
  }
}

function watch(dir: string, look: () => void): FSWatcher | undefined {
  try {
    return fs.watch(dir, look)
  } catch {
    // A machine lends only so many watchers; looking now and then finds the manifest too.
    return undefined
  }
}

/** Watches for a manifest of a live core, other than the one that leads nowhere. */
function awaitManifest(dataDir: string, known: Manifest | undefined) {
  let found = (_manifest: Manifest): void => {}
  const manifest = new Promise<Manifest>((resolve) => {
    found = resolve
  })
  const look = () => {
    const candidate = readManifest(dataDir)
    const isNew = candidate && (candidate.token !== known?.token || candidate.endpoint !== known.endpoint)
    if (isNew && isAlive(candidate.pid)) found(candidate)
  }
  const watcher = watch(dataDir, look)
  // Where the file system tells nothing of changes (some network folders), look now and then.
  const timer = setInterval(() => look(), 250)
  look()
  return {
    manifest: (limit: number): Promise<Manifest | undefined> => {
      let expire: NodeJS.Timeout | undefined
      const late = new Promise<undefined>((resolve) => {
        expire = setTimeout(resolve, limit, undefined)
      })
      return Promise.race([manifest, late]).finally(() => clearTimeout(expire))
    },
    stop: () => {
      watcher?.close()
      clearInterval(timer)
    },
  }
}
