import type { ModelRef } from './model-ref'

export type JsonSchemaObject = { readonly type: 'object'; readonly [key: string]: unknown }

export type ToolSpec = { readonly name: string; readonly description: string; readonly inputSchema: JsonSchemaObject }

export type ToolCall = {
  readonly id: string
  readonly name: string
  /** Parsed; an empty object where they could not be. */
  readonly arguments: unknown
  readonly rawArguments: string
  /** Why the arguments could not be parsed, in a sentence that can be shown to the model. */
  readonly invalid?: string
}

export type ToolResult = { readonly callId: string; readonly content: string; readonly isError: boolean }

export type Turn =
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'assistant'
      readonly text: string
      readonly calls: readonly ToolCall[]
      /** Opaque JSON that the provider needs in order to go on, e.g. thinking blocks with signatures. */
      readonly providerState?: unknown
    }
  | { readonly role: 'results'; readonly results: readonly ToolResult[] }

/** Tokens in the four buckets that are billed apart; no token is counted in two. */
export type TokenUsage = {
  readonly input: number
  readonly output: number
  readonly cacheWrite: number
  readonly cacheRead: number
  /** Set where the server reported nothing and the numbers are guessed from the length of the text. */
  readonly estimated?: true
}

export type Delta = {
  readonly kind: 'text' | 'reasoning' | 'tool_arguments'
  readonly text: string
  readonly tool?: string
}

/** The environment of the command that created or resumed the plan. */
export type EnvSource = Readonly<Record<string, string | undefined>>

/** Where keys come from: those handed over in memory first, then the environment. */
export type KeySource = { key(provider: string): string | undefined; readonly env: EnvSource }

export type RetryInfo = { readonly attempt: number; readonly waitMs: number; readonly why: string }

export type ModelRequest = {
  readonly model: ModelRef
  readonly system: string
  readonly turns: readonly Turn[]
  readonly tools: readonly ToolSpec[]
  readonly temperature?: number
  readonly maxOutputTokens?: number
  readonly signal: AbortSignal
  /** What arrives while the model answers. After `onRetry` what came before is void: the answer starts anew. */
  onDelta(delta: Delta): void
  onRetry?(info: RetryInfo): void
  readonly retries: number
  readonly secrets: KeySource
}

export type StopReason = 'end' | 'tool_use' | 'length' | 'refusal' | 'other'

export type ModelAnswer = {
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly ToolCall[]
  readonly stop: StopReason
  readonly usage: TokenUsage
  /** The model that answered, as the provider names it. */
  readonly model: string
  readonly providerState?: unknown
  /** The answer as it came, as JSON, capped. */
  readonly raw: string
}
