import type { ConflictCause } from './conflict-hint'
import type { ApplyMode, Phase, PlanState, WaitReason } from '@shared/model/plan'
import type { Profile, ProfileSource, Safety } from '@shared/model/profile'
import type { ValidationMode, ValidationPhase } from '@shared/model/validation'

/** Why a phase ended without its result; `recoverable` means that the same phase can be started again. */
export type PlanError = {
  readonly code: string
  readonly message: string
  readonly hint: string
  readonly tool: string | null
  readonly step: number | null
  readonly recoverable: boolean
  /** What a model answered, where its answer was the error. */
  readonly raw: string | null
  /** What belongs to the code, by snake_case names; errors of earlier versions have none. */
  readonly details?: Readonly<Record<string, unknown>> | null
}

/** Where a plan stands: the only values that transitions change. */
export type Standing = {
  readonly phase: Phase
  readonly state: PlanState
  readonly reason: WaitReason | null
  /** The phase that a `phase_gate` opens; null at every other standing. */
  readonly gate: Phase | null
  readonly attempt: number
  readonly error: PlanError | null
}

/** Files of a source that others changed where the plan works. */
export type SourceDrift = { readonly resource: string; readonly paths: readonly string[] }

export type ArgValue = string | number | boolean

export type AppliedTo = {
  readonly resource: string
  readonly mode: ApplyMode
  readonly branch: string | null
  readonly before: string
  readonly after: string
  readonly commit: string | null
  readonly files: number
  readonly notices: readonly string[]
}

/** A check in an action's text. */
export type ValidationSnapshot = {
  readonly name: string
  readonly command: string | readonly string[] | null
  readonly tool: string | null
  readonly description: string
  readonly mode: ValidationMode
  readonly timeoutS: number
  readonly phase: ValidationPhase
  readonly parse: string | null
}

/** What an action says, as it was when the plan was made. */
export type ActionSnapshot = {
  readonly name: string
  /** Null in plans that were made before it was kept. */
  readonly revision: number | null
  readonly description: string
  readonly longDescription: string
  readonly definitionOfDone: string
  readonly actors: Readonly<Record<string, string | null>>
  readonly validations: readonly ValidationSnapshot[]
}

export type Plan = Standing & {
  readonly id: string
  /** Rises with each stored change; a change is stored only on the version it was made from. */
  readonly version: number
  readonly title: string
  readonly actionId: string
  readonly action: ActionSnapshot
  readonly args: Readonly<Record<string, ArgValue>>
  readonly projects: readonly { readonly id: string; readonly name: string }[]
  readonly profile: Profile
  readonly profileSource: ProfileSource
  /** The guards of project, action and configuration when the plan was made; no profile of its own loosens them. */
  readonly outerGuards: Safety
  readonly readOnly: boolean
  readonly applyMode: ApplyMode
  readonly parentId: string | null
  readonly notices: readonly string[]
  readonly indexedFiles: number
  readonly filesModified: number
  readonly applied: readonly AppliedTo[] | null
  readonly report: string | null
  /** Its next apply passes over the repository's hooks, once. */
  readonly skipHooks: boolean
  /** The mode that its last apply was asked for in, where that was not the plan's own; its own once that went through. */
  readonly applyModeOnce: ApplyMode | null
  /** Whose changes stood against its last apply, while it waits refused by them; empty otherwise. */
  readonly conflictCauses: readonly ConflictCause[]
  /** The phase that its actor has finished while checks hold it back: it is not run again, only checked. */
  readonly finishedPhase: { readonly phase: Phase; readonly summary: string } | null
  /** What others had changed where it works when it last paused because of that; null before. */
  readonly drift: readonly SourceDrift[] | null
  readonly created: number
  readonly started: number | null
  readonly ended: number | null
  readonly updated: number
}

/** How the last apply that was asked for arrives, or would have. */
export const modeOfApply = (plan: Pick<Plan, 'applyMode' | 'applyModeOnce'>): ApplyMode =>
  plan.applyModeOnce ?? plan.applyMode
