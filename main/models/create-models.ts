import type { Clock } from '../platform/clock'
import type { KeySource, ModelAnswer, ModelRequest } from './domain/conversation'
import type { Provider, ProviderSettings } from './domain/provider'
import type { RetryLimits } from './domain/retry-delay'
import { createBreakers } from './breakers'
import type { BreakerLimits } from './breakers'
import type { CallTimeouts, ProviderAdapters, Wait } from './ports'
import { complete } from './complete'
import { listModels, testProvider } from './test-provider'

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
  /** Asked at each call, so that a changed configuration holds for the next one. */
  readonly limits?: () => Partial<ModelLimits>
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

/** Talks to the providers of the registry; keeps one circuit breaker for each. */
export function createModels(deps: ModelDeps): Models {
  const limits = () => ({ ...defaultModelLimits, ...deps.limits?.() })
  const breakers = createBreakers(limits)
  return {
    complete: async (request) => complete({ ...deps, limits: limits(), breakers }, request),
    listModels: async (provider, secrets, signal) =>
      listModels({ ...deps, limits: limits() }, provider, secrets, signal),
    test: async (provider, secrets, signal) => testProvider({ ...deps, limits: limits() }, provider, secrets, signal),
  }
}
