/** How a failure is answered: its class decides the exit code of the command line and the HTTP status. */
export const refusalKinds = ['invalid', 'missing', 'conflict', 'failed'] as const
export type RefusalKind = (typeof refusalKinds)[number]

/** Exit codes of the command line by kind of refusal (domain section 14). */
export const exitCodeOf: Readonly<Record<RefusalKind, number>> = { invalid: 2, missing: 3, conflict: 4, failed: 1 }

/** An expected failure as data: a stable code, one sentence, what to do next, and details by name. */
export type RefusalData = {
  readonly kind: RefusalKind
  /** Stable, dotted, e.g. `resource.not_a_repository`. */
  readonly code: string
  readonly message: string
  readonly hint: string
  readonly details: Readonly<Record<string, unknown>>
}

/**
 * An expected failure that a use case raises. Everything else that is thrown is a bug.
 * Only the data crosses a front; the stack stays here.
 */
export class Refusal extends Error {
  readonly data: RefusalData
  constructor(data: RefusalData) {
    super(data.message)
    this.name = 'Refusal'
    this.data = data
  }
}

type Extra = { readonly hint?: string; readonly details?: Readonly<Record<string, unknown>> }

function refusalOf(kind: RefusalKind) {
  return (code: string, message: string, extra: Extra = {}): Refusal =>
    new Refusal({ kind, code, message, hint: extra.hint ?? '', details: extra.details ?? {} })
}

/** Bad options, names or arguments (exit 2). */
export const invalid = refusalOf('invalid')
/** A named entity does not exist (exit 3). */
export const missing = refusalOf('missing')
/** Exists already, in use, wrong state, lost race, constrained (exit 4). */
export const conflict = refusalOf('conflict')
/** Everything else that can be expected to fail (exit 1). */
export const failed = refusalOf('failed')
