import type { Delta, ModelAnswer, ToolSpec, Turn } from './domain/conversation'
import type { Provider, ProviderKind } from './domain/provider'

/** Milliseconds that an attempt may take: until the first byte, between two, and in all. */
export type CallTimeouts = { readonly firstByteMs: number; readonly idleMs: number; readonly totalMs: number }

/** One attempt at a provider. */
export type ProviderCall = {
  readonly baseUrl: string
  /** Undefined where the server needs none. */
  readonly key: string | undefined
  readonly model: string
  readonly system: string
  readonly turns: readonly Turn[]
  readonly tools: readonly ToolSpec[]
  readonly temperature: number | undefined
  readonly maxOutputTokens: number | undefined
  readonly signal: AbortSignal
  readonly timeouts: CallTimeouts
  onDelta(delta: Delta): void
}

/**
 * A wire protocol. An attempt raises a `CallFailure`, or the reason of the signal where that was aborted;
 * it never repeats a request that may have been answered.
 */
export type ProviderAdapter = {
  complete(call: ProviderCall): Promise<ModelAnswer>
  listModels(call: Pick<ProviderCall, 'baseUrl' | 'key' | 'signal' | 'timeouts'>): Promise<readonly string[]>
}

export type ProviderAdapters = Readonly<Record<ProviderKind, ProviderAdapter>>

/** The providers that were added. */
export type ProviderStore = {
  find(name: string): Provider | undefined
  list(): readonly Provider[]
  add(provider: Provider): void
  remove(name: string): void
}

/** Resolves after this many milliseconds; rejects with the signal's reason as soon as it is aborted. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>
