import type { createBreakers } from './breakers'
import { factsOf } from './catalogue'
import type { ModelDeps, ModelLimits } from './create-models'
import { isTransient } from './domain/call-failure'
import type { CallFailure } from './domain/call-failure'
import type { ModelAnswer, ModelRequest } from './domain/conversation'
import { retryDelay } from './domain/retry-delay'
import type { ProviderCall } from './ports'
import { targetOf } from './target'
import type { Target } from './target'

type Deps = Omit<ModelDeps, 'limits'> & {
  readonly limits: ModelLimits
  readonly breakers: ReturnType<typeof createBreakers>
}

/** Models can give more, but an answer is one step; a protocol that demands a limit gets this one. */
const usualOutputTokens = 32_000

/** Settles with the work, or rejects as soon as the signal is aborted; the work is not left unhandled. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
  })
}

function callOf(request: ModelRequest, { provider, endpoint }: Target, limits: ModelLimits): ProviderCall {
  const facts = factsOf(request.model)
  const demanded = provider.kind === 'anthropic' && facts ? Math.min(facts.output, usualOutputTokens) : undefined
  return {
    baseUrl: endpoint.baseUrl,
    key: endpoint.key,
    model: request.model.model,
    system: request.system,
    turns: request.turns,
    tools: request.tools,
    temperature: facts?.temperature === false ? undefined : request.temperature,
    maxOutputTokens: request.maxOutputTokens ?? demanded,
    signal: request.signal,
    timeouts: limits,
    onDelta: request.onDelta,
  }
}

async function beforeRetry(deps: Deps, request: ModelRequest, attempt: number, failure: CallFailure): Promise<void> {
  const waitMs = retryDelay(attempt, failure.retryAfterMs, deps.random(), deps.limits)
  deps.log('asking the model again', { ...request.model, attempt, waitMs, why: failure.message })
  request.onRetry?.({ attempt, waitMs, why: failure.message })
  await deps.wait(waitMs, request.signal)
}

/** Asks a model, again where that may help. See `Models.complete`. */
export async function complete(deps: Deps, request: ModelRequest): Promise<ModelAnswer> {
  const { signal } = request
  signal.throwIfAborted()
  const target = targetOf(deps, request.model, request.secrets)
  const call = callOf(request, target, deps.limits)
  const ask = async (): Promise<ModelAnswer> => {
    try {
      return await deps.adapters[target.provider.kind].complete(call)
    } catch (error) {
      throw target.clean(error)
    }
  }
  const { handleWhen, retry, DelegateBackoff } = await import('cockatiel')
  // The policy's own delay cannot be aborted, so it is none and the wait is ours.
  const policy = retry(handleWhen(isTransient), { maxAttempts: request.retries, backoff: new DelegateBackoff(() => 0) })
  let last: CallFailure | undefined
  const work = policy.execute(async ({ attempt }) => {
    if (last) await beforeRetry(deps, request, attempt, last)
    try {
      return await deps.breakers.guard(target.provider.name, target.endpoint.baseUrl, last, ask)
    } catch (error) {
      if (isTransient(error)) last = error
      throw error
    }
  }, signal)
  try {
    return await unlessAborted(work, signal)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw target.asRefusal(error)
  }
}
