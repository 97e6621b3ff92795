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

export type Profile = {
  readonly name: string
  readonly description: string
  readonly thresholds: Readonly<Record<ThresholdName, number>>
  readonly requireSandbox: boolean
  readonly requireCheckpoints: boolean
  readonly allowUnsafeTools: boolean
}

/** Where a plan's profile came from. */
export const profileSources = ['plan', 'action', 'project', 'global', 'default'] as const
export type ProfileSource = (typeof profileSources)[number]
