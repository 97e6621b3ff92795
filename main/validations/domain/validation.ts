import type { AttachmentTarget, Reporter, ValidationMode, ValidationPhase } from '@shared/model/validation'

/** What is run and what its end means. */
export type Check = {
  /** With its namespace. */
  readonly name: string
  /** A shell line, or a list of arguments; null where a tool checks. */
  readonly command: string | readonly string[] | null
  readonly tool: string | null
  readonly description: string
  readonly mode: ValidationMode
  /** Seconds after which it counts as failed. */
  readonly timeoutS: number
  readonly phase: ValidationPhase
  readonly parse: Reporter | null
}

export type Validation = Check & { readonly id: string; readonly source: string; readonly created: number }

export type Attachment = {
  readonly validationId: string
  readonly target: AttachmentTarget
  readonly targetId: string
  readonly created: number
}

/** A check of one plan, with the resource it runs on. */
export type PlanCheck = Check & {
  /** Its name, and the resource where it runs on several. */
  readonly key: string
  /** Null where the plan has no resource it could run on. */
  readonly resourceId: string | null
}

/** How a run ended. The exit status alone decides whether it passed. */
export type Run = {
  readonly passed: boolean
  /** Null where a signal ended it, it ran out of time, or it could not be started. */
  readonly exitCode: number | null
  readonly timedOut: boolean
  readonly durationMs: number
  readonly output: string
  /** What a person should know of how it ran, e.g. where; empty where there is nothing. */
  readonly note: string
  readonly tests: { readonly passed: number; readonly total: number } | null
}

export type Result = Run & {
  readonly id: string
  readonly planId: string
  readonly key: string
  readonly name: string
  readonly mode: ValidationMode
  readonly phase: ValidationPhase
  readonly ranOn: string
  readonly tree: string
  readonly at: number
}
