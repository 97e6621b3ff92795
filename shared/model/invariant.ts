/** Where an invariant holds, from the widest to the narrowest (domain section 6). */
export const invariantScopes = ['global', 'project', 'action', 'plan'] as const
export type InvariantScope = (typeof invariantScopes)[number]

/** What forces a person's decision whatever the confidence. */
export type Escalation = {
  readonly always: boolean
  readonly paths: readonly string[]
  readonly decisionTypes: readonly string[]
}

/** The parts of an invariant that a machine can check; null where it has none of that kind. */
export type InvariantChecks = {
  /** Globs outside of which nothing may change. */
  readonly onlyPaths: readonly string[] | null
  /** Globs inside of which nothing may change. */
  readonly neverPaths: readonly string[] | null
  /** A shell line, or a list of arguments; holds where it exits 0. */
  readonly command: string | readonly string[] | null
  readonly escalate: Escalation | null
}

export const verdicts = ['holds', 'violated', 'waived'] as const
export type Verdict = (typeof verdicts)[number]
