import type { ActionState, ArgType } from '@shared/model/action'
import type { ActorRole } from '@shared/model/plan'

export type ArgValue = string | number | boolean

/** One value that a plan of the action is given. */
export type ArgDefinition = {
  readonly name: string
  readonly type: ArgType
  readonly required: boolean
  readonly default: ArgValue | null
  readonly description: string
  readonly choices: readonly string[] | null
  /** A regular expression for the whole value. */
  readonly pattern: string | null
}

/** What forces a person's decision whatever the confidence. */
export type Escalation = {
  readonly always: boolean
  readonly paths: readonly string[]
  readonly decisionTypes: readonly string[]
}

/** A rule of an action: text, optionally with parts that a machine can check. */
export type InvariantDefinition = {
  readonly text: string
  readonly onlyPaths: readonly string[] | null
  readonly neverPaths: readonly string[] | null
  /** A shell line, or a list of arguments; holds where it exits 0. */
  readonly command: string | readonly string[] | null
  readonly escalate: Escalation | null
  readonly nonOverridable: boolean
}

export type ValidationDefinition = {
  readonly name: string
  readonly command: string | readonly string[] | null
  readonly tool: string | null
  readonly description: string
  readonly mode: 'required' | 'informational'
  readonly timeoutS: number
  readonly phase: 'execute' | 'pre_apply' | 'post_apply'
  readonly parse: string | null
}

/** A plain value of a part that is kept as it was given. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain }

/** What an action says, with every variable resolved. */
export type ActionDefinition = {
  /** With its namespace, e.g. `local/fix-bug`. */
  readonly name: string
  readonly description: string
  readonly longDescription: string
  readonly definitionOfDone: string
  /** Null where the role's default actor does the work. */
  readonly actors: Readonly<Record<ActorRole, string | null>>
  readonly reusable: boolean
  readonly readOnly: boolean
  readonly state: ActionState
  readonly automationProfile: string | null
  readonly args: readonly ArgDefinition[]
  readonly invariants: readonly InvariantDefinition[]
  readonly validations: readonly ValidationDefinition[]
  readonly environment: Plain
}
