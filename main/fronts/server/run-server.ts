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

/** Runs the core in this process until it is asked to end. */
export async function runServer(entryDir: string, version: string): Promise<void> {
  const tell = tellParent()
  const isChild = 'parentPort' in process
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
      onEnded: () => process.exit(0),
    })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void core.close())
    const url = options.kind === 'server' ? { url: core.newUrl() } : {}
    // What a background core prints goes to a log, which must not hold the token; `core.json` does.
    const token = options.kind === 'background' ? {} : { token: core.token }
    tell({ type: 'ready', endpoint: core.endpoint, ...token, ...url })
  } catch (error) {
    tell({ type: 'refused', ...refusalOf(error) })
    process.exitCode = 1
  }
}
