import type { Git, OpenObjects, ToolResource, ToolResult } from '../tools'

/** How a phase of a plan ended. */
export type PhaseOutcome =
  | { readonly kind: 'finished'; readonly summary: string }
  /** A recorded decision waits for a person. */
  | { readonly kind: 'paused' }
  | {
      readonly kind: 'failed'
      readonly code: string
      readonly message: string
      readonly hint: string
      readonly raw?: string
    }

export type ProposedDecision = {
  /** Stable over re-runs: a decision recorded under it before is answered from what was chosen then. */
  readonly key: string
  readonly question: string
  readonly chosen: string
  readonly alternatives: readonly string[]
  readonly confidence: number
  readonly rationale: string
  readonly artifacts?: readonly string[]
}

/** What a built-in actor is given for one phase; throws out of it only for an abort or a bug. */
export type PhaseContext = {
  readonly args: Readonly<Record<string, string | number | boolean>>
  readonly definitionOfDone: string
  readonly resources: readonly ToolResource[]
  readonly signal: AbortSignal
  decide(
    decision: ProposedDecision,
  ): Promise<{ readonly waiting: true } | { readonly waiting: false; readonly chosen: string; readonly id: string }>
  /** The live decisions of the strategy, for Execute. */
  decided(): readonly { readonly key: string; readonly chosen: string; readonly id: string }[]
  /**
   * Runs a tool through guards, checkpoints and activity. What ended well under a key is not run again where the phase goes
   * on after an interruption: its result is answered.
   */
  tool(name: string, args: unknown, key?: string): Promise<ToolResult>
  progress(title: string, done?: number, total?: number): void
}

/** An arg that no plan can work with. */
export type ArgFault = { readonly arg: string; readonly message: string; readonly hint: string }

export type BuiltinActor = {
  /** Looks at args before a plan is made of them: what would fail whatever the files hold. */
  argFault?(args: PhaseContext['args']): ArgFault | null
  strategize(context: PhaseContext): Promise<PhaseOutcome>
  execute(context: PhaseContext): Promise<PhaseOutcome>
}

/** A piece of a source text, in UTF-16 units. */
export type Span = { readonly start: number; readonly end: number }

export type SyntaxMatch = Span & {
  /** What each variable of the pattern stands for; null for a list that is empty here. */
  readonly captures: Readonly<Record<string, Span | null>>
  /** The match holds text that could not be parsed. */
  readonly broken: boolean
}

export type SyntaxSearch = {
  /** Why the pattern cannot be used at all; null where it can. */
  readonly fault: string | null
  /** The pattern is not a whole piece of the language, so that finding nothing is no surprise. */
  readonly doubtful: boolean
  /** All matches, outer ones before those inside them, and whether parts of the text could not be parsed. */
  find(text: string): Promise<{ readonly matches: readonly SyntaxMatch[]; readonly broken: boolean }>
  /** Multi-line strings in a text, whose inner lines must not be indented anew. */
  strings(text: string): Promise<readonly Span[]>
}

export type PatternVariables = { readonly single: readonly string[]; readonly multiple: readonly string[] }

/** Structural search; `parser` is one of `domain/languages`. */
export type Syntax = {
  open(parser: string, pattern: string, variables: PatternVariables): SyntaxSearch
}

export type BuiltinActorDeps = {
  readonly git: Git
  readonly openObjects: OpenObjects
  readonly syntax: Syntax
  /** Read when they are needed, so that a changed configuration holds. */
  readonly limits: { readonly fileBytes: number; readonly planChanges: number }
}
