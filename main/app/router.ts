import { implement, ORPCError, type AnyRouter } from '@orpc/server'
import { contract } from '@shared/contract'
import { Refusal, type RefusalKind } from '@shared/model/refusal'
import { isNoRoom, noRoom } from '../platform/no-room'
import type { NewId } from '../platform/ids'
import type { HandlerContext } from '../platform/handlers'
import type { Handlers } from './handlers'
import { refuseLostNames } from './refuse-lost-names'

/** Code and status as the contract declares them: an error whose status differs counts as undeclared. */
const errorOf: Readonly<Record<RefusalKind, { readonly code: string; readonly status: number }>> = {
  invalid: { code: 'INVALID', status: 400 },
  missing: { code: 'NOT_FOUND', status: 404 },
  conflict: { code: 'CONFLICT', status: 409 },
  failed: { code: 'FAILED', status: 422 },
}

type RouterDeps = { readonly newId: NewId; readonly log: { error(event: string, error: unknown, data?: object): void } }

/** A refusal crosses as its declared error; a bug crosses as an id that the log knows, and nothing else. */
function toWire(raised: unknown, path: string, deps: RouterDeps): unknown {
  const thrown = isNoRoom(raised) ? noRoom() : raised
  if (thrown instanceof Refusal) {
    const { code, status } = errorOf[thrown.data.kind]
    return new ORPCError(code, { status, message: thrown.data.message, data: thrown.data })
  }
  if (thrown instanceof ORPCError) return thrown
  const id = deps.newId()
  deps.log.error('fault', thrown, { id, path })
  return new ORPCError('INTERNAL_SERVER_ERROR', {
    message: `Something unexpected went wrong (fault ${id}).`,
    data: { fault_id: id },
  })
}

type Leaf = { handler(run: (options: { input: unknown; signal?: AbortSignal | undefined }) => unknown): AnyRouter }
type AnyHandler = (input: unknown, context: HandlerContext) => unknown

/** Errors of a stream reach the caller while it is read, so they are translated there too. */
async function* translated(
  stream: AsyncIterable<unknown>,
  path: string,
  deps: RouterDeps,
): AsyncGenerator<unknown, void> {
  try {
    yield* stream
  } catch (thrown) {
    throw toWire(thrown, path, deps)
  }
}

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** Joins the slices' handlers to the contract. `checkOutputs` also validates what they answer: for tests, it costs time. */
export function createRouter(
  handlers: Handlers,
  deps: RouterDeps,
  options: { readonly checkOutputs?: boolean } = {},
): AnyRouter {
  const implementer = options.checkOutputs
    ? implement(contract)
    : implement(contract).$config({ initialOutputValidationIndex: Number.NaN })
  // Before the contract reads the input: its readers leave the name out.
  const checked = implementer.use(({ next, path }, input) => {
    try {
      refuseLostNames(input)
    } catch (thrown) {
      throw toWire(thrown, path.join('.'), deps)
    }
    return next()
  })
  const slices = Object.entries(handlers).map(([slice, procedures]) => {
    const leaves = (checked as unknown as Record<string, Record<string, Leaf>>)[slice]!
    const entries = Object.entries(procedures as Record<string, AnyHandler>).map(([name, run]) => {
      const path = `${slice}.${name}`
      const leaf = leaves[name]!.handler(async ({ input, signal }) => {
        try {
          const answer = await run(input, { signal })
          return isStream(answer) ? translated(answer, path, deps) : answer
        } catch (thrown) {
          throw toWire(thrown, path, deps)
        }
      })
      return [name, leaf] as const
    })
    return [slice, Object.fromEntries(entries)] as const
  })
  return Object.fromEntries(slices) as AnyRouter
}
