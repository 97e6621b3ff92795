import { parseArgs } from 'node:util'
import { invalid, Refusal } from '@shared/model/refusal'
import { pagesDirBeside, startCore, type Core, type CoreOptions } from '../../app/core'
import { coreKinds, type CoreKind } from '../../app/manifest'
import { dataDir } from '../../platform/data-dir'
import { loopbackHost, portFrom } from './loopback'

type Tell = (message: Record<string, unknown>) => void

/** Electron's utility process gives its child a port of this shape; elsewhere there is none. */
type ParentPort = { postMessage(message: unknown): void }

/** Says what became of the start: to the desktop over its port, to everybody else as one line of JSON. */
function tellParent(): Tell {
  const port = (process as unknown as { parentPort?: ParentPort }).parentPort
  if (port) return (message) => port.postMessage(message)
  return (message) => void process.stdout.write(`${JSON.stringify(message)}\n`)
}

function given(args: readonly string[]) {
  const options = { kind: { type: 'string' }, port: { type: 'string' }, host: { type: 'string' } } as const
  try {
    return parseArgs({ args: [...args], options, strict: true }).values
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw invalid('usage.option', error.message, { hint: 'The options are --kind, --port and --host.' })
  }
}

function kindFrom(text: string | undefined, isChild: boolean): CoreKind {
  if (text === undefined) return isChild ? 'desktop' : 'server'
  const kind = coreKinds.find((known) => known === text)
  if (kind) return kind
  throw invalid('usage.kind', `"${text}" is no kind of core.`, { hint: `Give one of ${coreKinds.join(', ')}.` })
}

/** The options of a core's own command line; refuses what it does not understand. */
export function readServerOptions(
  args: readonly string[],
  isChild: boolean,
): Pick<CoreOptions, 'kind' | 'host' | 'port'> {
  const values = given(args)
  return {
    kind: kindFrom(values.kind, isChild),
    host: loopbackHost(values.host ?? '127.0.0.1'),
    port: portFrom(values.port ?? '0'),
  }
}

/** What a failed start is told as: a bug only by name, its insides go to the error stream. */
function refusalOf(error: unknown): Refusal['data'] {
  if (error instanceof Refusal) return error.data
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  return {
    kind: 'failed',
    code: 'core.cannot_start',
    message: 'The core could not start because of something unexpected. Nothing was changed.',
    hint: 'The log in the data folder has the details.',
    details: {},
  }
}

/** How often a core that is recovering says so. */
const stillMs = 3000

/** Says what is put right, again and again until that is done: whoever waits for a core sees that it lives. */
function sayRecovering() {
  let timer: NodeJS.Timeout | undefined
  return {
    begun: (what: readonly string[]) => {
      const say = () => void process.stderr.write(`${JSON.stringify({ type: 'recovering', what })}\n`)
      say()
      timer = setInterval(say, stillMs).unref()
    },
    over: () => clearInterval(timer),
  }
}

/** Runs the core in this process until it is asked to end. */
export async function runServer(entryDir: string, version: string): Promise<void> {
  const tell = tellParent()
  const isChild = 'parentPort' in process
  const recovering = sayRecovering()
  let core: Core
  try {
    const options = readServerOptions(process.argv.slice(2), isChild)
    core = await startCore({
      ...options,
      dataDir: dataDir(),
      version,
      pagesDir: pagesDirBeside(entryDir),
      env: { ...process.env },
      electron: () => isChild,
      // What a background core prints is read by those who wait for it; others print for a person.
      ...(options.kind === 'background' ? { onRecovering: recovering.begun } : {}),
      onEnded: () => process.exit(0),
    })
    recovering.over()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void core.close())
    const url = options.kind === 'server' ? { url: core.newUrl() } : {}
    // What a background core prints goes to a log, which must not hold the token; `core.json` does.
    const token = options.kind === 'background' ? {} : { token: core.token }
    tell({ type: 'ready', endpoint: core.endpoint, ...token, ...url })
  } catch (error) {
    recovering.over()
    tell({ type: 'refused', ...refusalOf(error) })
    process.exitCode = 1
  }
}
