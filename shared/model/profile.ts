import { nameKey } from './name'

/** Threshold keys in YAML order, each with what it gates (domain section 4). */
export const thresholdMeanings = {
  decompose_task: 'starting Strategize',
  create_tool: 'starting Execute',
  select_tool: 'starting Apply',
  edit_code: 'decisions in Strategize',
  execute_command: 'decisions in Execute',
  create_file: 'fixing a failed validation',
  delete_content: 'revising the strategy after that failed',
  access_network: 'reverting from Apply',
  install_dependency: 'spawning child plans',
  modify_config: 'retrying transient errors',
  approve_plan: 'restoring a checkpoint by itself',
} as const
export type ThresholdName = keyof typeof thresholdMeanings
export const thresholdNames = Object.keys(thresholdMeanings) as readonly ThresholdName[]

/** What a plan may not pass, whatever its thresholds say; null where nothing is limited. */
export type Safety = {
  /** Dollars that one plan may cost. */
  readonly maxCostPerPlan: number | null
  /** Dollars that all plans together may have cost before a call of this one. */
  readonly maxTotalCost: number | null
  /** Tool calls within one answer of a model. */
  readonly maxCallsPerStep: number | null
  /** Times that a failed call of a model is tried again. */
  readonly maxRetriesPerStep: number | null
  /** The only tools that run without asking; null: every tool. */
  readonly allowTools: readonly string[] | null
  readonly denyTools: readonly string[]
  /** Whether each change asks first. */
  readonly approveWrites: boolean
  /** Whether a model of unknown price may run under a money cap. */
  readonly allowUnknownCost: boolean
  /** Whether what would wait for a person ends the plan with an error. */
  readonly neverWait: boolean
}

export const noSafety: Safety = {
  maxCostPerPlan: null,
  maxTotalCost: null,
  maxCallsPerStep: null,
  maxRetriesPerStep: null,
  allowTools: null,
  denyTools: [],
  approveWrites: false,
  allowUnknownCost: false,
  neverWait: false,
}

export type Profile = {
  readonly name: string
  readonly description: string
  readonly thresholds: Readonly<Record<ThresholdName, number>>
  readonly requireSandbox: boolean
  readonly requireCheckpoints: boolean
  readonly allowUnsafeTools: boolean
  readonly safety: Safety
}

/** Tools that a profile may name in its lists. */
export const guardedTools = [
  'read_file',
  'list_files',
  'search_files',
  'git_log',
  'git_diff',
  'write_file',
  'edit_file',
  'delete_file',
  'move_file',
  'run_command',
] as const

/** From the one that asks most to the one that asks least. */
export const builtinProfileNames = [
  'manual',
  'review',
  'supervised',
  'cautious',
  'trusted',
  'auto',
  'ci',
  'full-auto',
] as const

/** Whether what was asked for is this profile: by its whole name, or bare where it lives in `local`; case counts for nothing. */
export function meansProfile(known: string, asked: string): boolean {
  const key = nameKey(asked.trim())
  return nameKey(known) === key || (!key.includes('/') && nameKey(known) === `local/${key}`)
}

/** Where a plan's profile came from. */
export const profileSources = ['plan', 'action', 'project', 'global', 'default'] as const
export type ProfileSource = (typeof profileSources)[number]
