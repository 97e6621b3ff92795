import { parseArgs } from 'node:util'
import { Refusal } from '@shared/model/refusal'
import { pagesDirBeside, startCore, type Core, type CoreOptions } from '../../app/core'
import { coreKinds, type CoreKind } from '../../app/manifest'
import { dataDir } from '../../platform/data-dir'

type Tell = (message: Record<string, unknown>) => void

/** Electron's utility process gives its child a port of this shape; elsewhere there is none. */
type ParentPort = { postMessage(message: unknown): void }

/** Says what became of the start: to the desktop over its port, to everybody else as one line of JSON. */
function tellParent(): Tell {
  const port = (process as unknown as { parentPort?: ParentPort }).parentPort
  if (port) return (message) => port.postMessage(message)
  return (message) => void process.stdout.write(`${JSON.stringify(message)}\n`)
}

function readOptions(entryDir: string, version: string): Omit<CoreOptions, 'onEnded'> {
  const isChild = 'parentPort' in process
  const { values } = parseArgs({
    options: { kind: { type: 'string' }, port: { type: 'string' }, host: { type: 'string' } },
    strict: true,
  })
  const kind = coreKinds.find((known) => known === values.kind) ?? ((isChild ? 'desktop' : 'server') satisfies CoreKind)
  return {
    dataDir: dataDir(),
    kind,
    host: values.host ?? '127.0.0.1',
    port: Number(values.port ?? 0),
    version,
    pagesDir: pagesDirBeside(entryDir),
    env: { ...process.env },
    electron: () => isChild,
  }
}

/** Runs the core in this process until it is asked to end. */
export async function runServer(entryDir: string, version: string): Promise<void> {
  const tell = tellParent()
  let core: Core | undefined
  try {
    const options = readOptions(entryDir, version)
    core = await startCore({ ...options, onEnded: () => process.exit(0) })
    tell({
      type: 'ready',
      endpoint: core.endpoint,
      token: core.token,
      ...(options.kind === 'server' ? { url: core.newUrl() } : {}),
    })
  } catch (error) {
    const refusal =
      error instanceof Refusal
        ? error.data
        : { kind: 'failed', code: 'core.cannot_start', message: String(error), hint: '', details: {} }
    tell({ type: 'refused', ...refusal })
    process.exitCode = 1
    return
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void core.close())
}
