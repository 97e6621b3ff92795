import type { Clock } from '../platform/clock'
import { createRedactor } from '../platform/redact'
import { factsOf } from './catalogue'
import type { CallFailure } from './domain/call-failure'
import { CallFailure as Failure, isTransient, refusalOf } from './domain/call-failure'
import type { KeySource, ModelAnswer, ModelRequest } from './domain/conversation'
import type { ModelRef } from './domain/model-ref'
import type { Endpoint, Provider, ProviderSettings } from './domain/provider'
import { endpointOf } from './domain/provider'
import type { RetryLimits } from './domain/retry-delay'
import { retryDelay } from './domain/retry-delay'
import { createBreakers } from './breakers'
import type { BreakerLimits } from './breakers'
import type { CallTimeouts, ProviderAdapters, Wait } from './ports'
import { noKeyRefusal, noProviderRefusal } from './refusals'

export type ModelLimits = CallTimeouts & RetryLimits & BreakerLimits

export const defaultModelLimits: ModelLimits = {
  firstByteMs: 180_000,
  idleMs: 180_000,
  totalMs: 1_800_000,
  firstMs: 500,
  ceilingMs: 30_000,
  retryAfterCeilingMs: 60_000,
  failures: 5,
  openMs: 30_000,
}

/** Every provider that can be asked: the built-in ones and those that were added. */
export type ProviderRegistry = { find(name: string): Provider | undefined; list(): readonly Provider[] }

export type ModelDeps = {
  readonly providers: ProviderRegistry
  readonly settings: ProviderSettings
  readonly adapters: ProviderAdapters
  readonly clock: Clock
  /** A number from 0 up to 1, for jitter. */
  readonly random: () => number
  readonly wait: Wait
  /** Notes what went wrong with an attempt; secrets are masked. */
  readonly log: (message: string, data: Readonly<Record<string, unknown>>) => void
  readonly limits?: Partial<ModelLimits>
}

export type ProviderTest = {
  readonly ok: boolean
  readonly models: readonly string[]
  readonly latencyMs: number
  readonly error?: string
}

/** Talking to models. */
export type Models = {
  /**
   * Asks a model. Raises a Refusal `model.*`, or the signal's reason where that was aborted: then at once,
   * whatever it was waiting for.
   */
  complete(request: ModelRequest): Promise<ModelAnswer>
  /** Asks a provider for its models and says how that went; never fails for what the provider does. */
  test(provider: string, secrets: KeySource, signal: AbortSignal): Promise<ProviderTest>
  listModels(provider: string, secrets: KeySource, signal: AbortSignal): Promise<readonly string[]>
}

type Target = {
  readonly provider: Provider
  readonly endpoint: Endpoint
  readonly keyName: string
  clean(text: string): string
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
  })
}

export function createModels(deps: ModelDeps): Models {
  const limits = { ...defaultModelLimits, ...deps.limits }
  const breakers = createBreakers(limits)

  function targetOf(ref: ModelRef, secrets: KeySource): Target {
    const provider = deps.providers.find(ref.provider)
    if (!provider) throw noProviderRefusal(ref.provider, deps.providers.list())
    const endpoint = endpointOf(provider, deps.settings, secrets)
    if (endpoint.keyOrigin === 'missing') throw noKeyRefusal(provider)
    const redactor = createRedactor()
    if (endpoint.key !== undefined) redactor.add(endpoint.key)
    return { provider, endpoint, keyName: provider.apiKeyEnv ?? 'its settings', clean: redactor.redact }
  }

  /** Failures leave here without secrets in them: providers quote the key that they refuse. */
  function cleaned(error: unknown, target: Target): unknown {
    if (!(error instanceof Failure)) return error
    const { kind, status, retryAfterMs } = error
    return new Failure(kind, target.clean(error.message).slice(0, 2000), {
      ...(status === undefined ? {} : { status }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    })
  }

  function asRefusal(error: unknown, ref: ModelRef, { endpoint, keyName }: Target): unknown {
    return error instanceof Failure ? refusalOf(error, ref, { baseUrl: endpoint.baseUrl, keyName }) : error
  }

  async function beforeRetry(request: ModelRequest, attempt: number, failure: CallFailure): Promise<void> {
    const waitMs = retryDelay(attempt, failure.retryAfterMs, deps.random(), limits)
    deps.log('asking the model again', {
      provider: request.model.provider,
      model: request.model.model,
      attempt,
      waitMs,
      why: failure.message,
    })
    request.onRetry?.({ attempt, waitMs, why: failure.message })
    await deps.wait(waitMs, request.signal)
  }

  async function complete(request: ModelRequest): Promise<ModelAnswer> {
    const { model: ref, signal } = request
    signal.throwIfAborted()
    const target = targetOf(ref, request.secrets)
    const facts = factsOf(ref)
    const call = {
      baseUrl: target.endpoint.baseUrl,
      key: target.endpoint.key,
      model: ref.model,
      system: request.system,
      turns: request.turns,
      tools: request.tools,
      temperature: facts?.temperature === false ? undefined : request.temperature,
      maxOutputTokens:
        request.maxOutputTokens ??
        (target.provider.kind === 'anthropic' && facts ? Math.min(facts.output, 32_000) : undefined),
      signal,
      timeouts: limits,
      onDelta: request.onDelta,
    }
    const ask = async (): Promise<ModelAnswer> => {
      try {
        return await deps.adapters[target.provider.kind].complete(call)
      } catch (error) {
        throw cleaned(error, target)
      }
    }
    const { handleWhen, retry, DelegateBackoff } = await import('cockatiel')
    // The policy's own delay cannot be aborted, so it is none and the wait is ours.
    const policy = retry(handleWhen(isTransient), {
      maxAttempts: request.retries,
      backoff: new DelegateBackoff(() => 0),
    })
    let last: CallFailure | undefined
    const work = policy.execute(async ({ attempt }) => {
      if (last) await beforeRetry(request, attempt, last)
      try {
        return await breakers.guard(target.provider.name, target.endpoint.baseUrl, last, ask)
      } catch (error) {
        if (isTransient(error)) last = error
        throw error
      }
    }, signal)
    try {
      return await unlessAborted(work, signal)
    } catch (error) {
      if (signal.aborted) throw signal.reason
      throw asRefusal(error, ref, target)
    }
  }

  async function listModels(name: string, secrets: KeySource, signal: AbortSignal): Promise<readonly string[]> {
    const ref = { provider: name, model: '' }
    const target = targetOf(ref, secrets)
    const { baseUrl, key } = target.endpoint
    const timeouts = {
      ...limits,
      firstByteMs: Math.min(limits.firstByteMs, 15_000),
      totalMs: Math.min(limits.totalMs, 30_000),
    }
    try {
      return await deps.adapters[target.provider.kind].listModels({ baseUrl, key, signal, timeouts })
    } catch (error) {
      if (signal.aborted) throw signal.reason
      throw asRefusal(cleaned(error, target), ref, target)
    }
  }

  return {
    complete,
    listModels,
    async test(name, secrets, signal) {
      if (!deps.providers.find(name)) throw noProviderRefusal(name, deps.providers.list())
      const started = deps.clock()
      try {
        const models = await listModels(name, secrets, signal)
        return { ok: true, models, latencyMs: deps.clock() - started }
      } catch (error) {
        if (signal.aborted || !(error instanceof Error)) throw error
        return { ok: false, models: [], latencyMs: deps.clock() - started, error: error.message }
      }
    },
  }
}
