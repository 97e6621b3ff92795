import type { ActorRole, ApplyMode } from '@shared/model/plan'
import type { Profile, ProfileSource, Safety } from '@shared/model/profile'
import type { InvariantDefinition, ValidationDefinition } from '../actions'
import type { ResolvedActor } from '../actors'
import type { Changes } from '../platform/changes'
import type { Clock } from '../platform/clock'
import type { NewId } from '../platform/ids'
import type { RedactedStream } from '../platform/redact'
import type { Decisions } from '../decisions'
import type { Db } from '../infrastructure/db/open'
import type { PlanInvariants } from '../invariants'
import type { Models, KeySource } from '../models'
import type { TrustStanding } from '../resources'
import type { Review } from '../review'
import type { Risks } from '../risk'
import type { Sandboxes, Strategy } from '../sandboxes'
import type { PlanValidations } from '../validations'
import type { Toolbox, ToolResource, Write } from '../tools'
import type { BuiltinActor } from '../builtin-actors'
import type { Activity } from './activity'
import type { ChangeLog } from './control/change-log'
import type { Conversation } from './conversation'
import type { Budgets } from './budgets'
import type { CapSettings } from './domain/budget'
import type { ArgValue, Plan } from './domain/plan'
import type { Guidance } from './guidance'
import type { Plans } from './repository'
import type { SetAside } from './set-aside'
import type { Usage } from './usage'

/** An action as the plans slice needs it. */
export type UsableAction = {
  readonly id: string
  readonly name: string
  readonly revision: number
  readonly description: string
  readonly longDescription: string
  readonly definitionOfDone: string
  readonly invariants: readonly InvariantDefinition[]
  readonly validations: readonly ValidationDefinition[]
  readonly actors: Readonly<Partial<Record<ActorRole, string>>>
  readonly readOnly: boolean
  readonly automationProfile: string | null
  /** Names of the args that take a path inside the project. */
  readonly pathArgs: readonly string[]
}

export type ActionsPort = {
  /** The action that a name or an id stands for, where plans may be made from it; a refusal otherwise. */
  take(query: string): UsableAction
  /** Every argument by its declared type, defaults filled in; a refusal that names all faults. */
  resolveArgs(actionId: string, given: Readonly<Record<string, ArgValue>>): Readonly<Record<string, ArgValue>>
  /** Called in the transaction that stores the action's plan: archives what is not reusable. */
  markUsed(actionId: string): void
}

export type UsableResource = {
  readonly id: string
  readonly name: string
  readonly type: string
  /** How a plan's work on it is kept apart. */
  readonly strategy: Strategy
  /** Canonical folder. */
  readonly path: string
  readonly branch: string | null
  readonly fileCount: number
}

export type UsableProject = {
  readonly id: string
  readonly name: string
  readonly applyMode: ApplyMode | null
  readonly automationProfile: string | null
  readonly resources: readonly { readonly resource: UsableResource; readonly readOnly: boolean }[]
}

export type ProjectsPort = {
  find(query: string): UsableProject
  isTrusted(resourceId: string): Promise<boolean>
  /** Whether a person trusts what the resource could run, and what changed where they trusted another state of it. */
  trustStanding(resourceId: string): Promise<TrustStanding>
}

export type ProfilesPort = {
  resolve(given: { plan?: string; action: string | null; project: string | null }): {
    profile: Profile
    source: ProfileSource
    /** The guards of every level outside the plan's own profile. */
    outer: Safety
  }
}

/** Numbers from the configuration, read when they are needed so that a change holds from the next step on. */
export type PlanLimits = {
  readonly concurrency: () => number
  readonly maxTurns: () => number
  readonly modelRetries: () => number
  readonly parallelReads: () => number
  /** Files that one plan may change. */
  readonly planChanges: () => number
  readonly defaultApplyMode: () => ApplyMode
  /** The caps in dollars that the configuration sets; of a plan's projects the least. */
  readonly costs: (plan: Pick<Plan, 'projects'>) => CapSettings
}

/** What tells that something happened in a source since it was last asked; what it was, a comparison says. */
export type SourceWatch = {
  /** Watches where this path lies, too. */
  add(path: string): void
  stirred(): boolean
  close(): void
}

export type PlanDeps = {
  /** Watches a source: a folder, or a checkout with what git has checked out there. */
  readonly watchSource: (source: {
    readonly top: string
    readonly commonDir: string | null
    readonly branch: string | null
  }) => SourceWatch
  readonly db: Db
  readonly plans: Plans
  readonly decisions: Decisions
  readonly activity: Activity
  readonly conversation: Conversation
  readonly usage: Usage
  readonly budgets: Budgets
  readonly guidance: Guidance
  readonly setAside: SetAside
  readonly invariants: PlanInvariants
  readonly validations: PlanValidations
  readonly changeLog: ChangeLog
  readonly changes: Changes
  readonly clock: Clock
  readonly newId: NewId
  readonly actions: ActionsPort
  readonly projects: ProjectsPort
  readonly profiles: ProfilesPort
  readonly limits: PlanLimits
  readonly sandboxes: Sandboxes
  readonly review: Review
  readonly risks: Risks
  readonly models: Models
  readonly resolveActor: (name: string | null, role: ActorRole) => ResolvedActor
  readonly builtinActors: Readonly<Record<string, BuiltinActor>>
  /** `before`: what the plan has changed already, which counts towards its limits. */
  readonly toolbox: (
    resources: readonly ToolResource[],
    rights: { readonly phase: 'strategize' | 'execute'; readonly readOnly: boolean },
    before: readonly Write[],
  ) => Toolbox
  readonly redact: (text: string) => string
  /** Masks a text that comes in pieces, across their boundaries. */
  readonly redactStream: () => RedactedStream
  /** Keys and provider variables for a plan: those handed over by the desktop, and the environment of its command. */
  readonly keysFor: (planId: string) => KeySource
  readonly rememberEnvironment: (planId: string, env: Readonly<Record<string, string>> | undefined) => void
  /** When a process started, as the system tells it; with the pid it names a process for certain. */
  readonly processStart: (pid: number) => string
  /** Room on the disk, held back for the record of a disk that is full. */
  readonly reserve: { release(): void; refill(): void; isFull(): boolean }
  /** What stopped plans and could not be recorded yet, by plan; in memory alone. */
  readonly unrecorded: Map<string, { readonly code: string; readonly message: string; readonly hint: string }>
  readonly log: {
    info(event: string, data?: object): void
    warn(event: string, data?: object): void
    error(event: string, error: unknown, data?: object): void
  }
}
