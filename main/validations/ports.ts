import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import type { ValidationResultView } from '@shared/contract/validations'
import type { AttachmentTarget } from '@shared/model/validation'
import type { Run as RunProgram } from '../tools'

/** What stands against applying after checks were run, and what may follow. */
export type RunResults = PlanResults & { readonly held_back_by: string[]; readonly next_steps: string[] }

export type PlanResults = { readonly plan_id: string; readonly results: ValidationResultView[] }

export type ValidationDeps = {
  readonly db: BetterSQLite3Database
  readonly newId: () => string
  readonly now: () => number
  readonly changed: (topic: 'validation' | 'project' | 'plan', id: string) => void
  /** Names of the providers that were added; they reserve their namespaces. */
  readonly providerNames: () => readonly string[]
  /** Where `${VAR}` in a YAML text is taken from. */
  readonly env: () => Readonly<Record<string, string | undefined>>
  /** The id and name of what a check can be attached to; refuses what there is not. */
  readonly findTarget: (target: AttachmentTarget, query: string) => { readonly id: string; readonly name: string }
  /** The name of a target; undefined where it is gone. */
  readonly targetName: (target: AttachmentTarget, id: string) => string | undefined
  /** Runs the checks of a resting plan now, all or one by its name; refuses while the plan works. */
  readonly runFor: (planQuery: string, name: string | null, signal?: AbortSignal) => Promise<RunResults>
  readonly resultsFor: (planQuery: string) => PlanResults
}

export type CommandDeps = {
  readonly run: RunProgram
  /** The environment of commands, without secrets. */
  readonly commandEnv: Readonly<Record<string, string | undefined>>
  /** Bytes of output that are kept, half of the head and half of the tail. */
  readonly outputBytes: () => number
  readonly redact: (text: string) => string
  readonly now: () => number
}
