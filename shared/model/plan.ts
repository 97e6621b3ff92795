/** The phases of a plan, in order (domain section 2). */
export const phases = ['strategize', 'execute', 'apply'] as const
export type Phase = (typeof phases)[number]

export const planStates = [
  'queued',
  'processing',
  'awaiting_input',
  'complete',
  'errored',
  'cancelled',
  'applied',
  'constrained',
] as const
export type PlanState = (typeof planStates)[number]

/** Why a plan waits; set exactly where the state is `awaiting_input`, or `constrained`. */
export const waitReasons = [
  'phase_gate',
  'low_confidence',
  'invariant',
  'guard',
  'validation',
  'conflict',
  'source_changed',
  'trust',
  'child',
  'budget',
  'rolled_back',
  'stopped',
  'restored',
  'environment',
] as const
export type WaitReason = (typeof waitReasons)[number]

/** What an applied plan does to its target: a merge commit, one squashed commit, or uncommitted edits. */
export const applyModes = ['merge', 'squash', 'working-tree'] as const
export type ApplyMode = (typeof applyModes)[number]

/** Whose version a conflicting file gets: the plan's, the target's, or both between conflict markers for the actor to merge. */
export const updateChoices = ['plan', 'target', 'actor'] as const
export type UpdateChoice = (typeof updateChoices)[number]

/** What the list filter accepts: a state, `waiting` for awaiting_input, or `failed` for errored and constrained together. */
export const planFilters = [...planStates, 'waiting', 'failed'] as const
export type PlanFilter = (typeof planFilters)[number]

export function isTerminal(state: PlanState): boolean {
  return state === 'applied' || state === 'cancelled'
}

/** The roles an actor can fill in an action. */
export const actorRoles = ['strategy', 'execution', 'estimation', 'invariant', 'review'] as const
export type ActorRole = (typeof actorRoles)[number]
