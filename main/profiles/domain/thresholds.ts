import type { Profile, ThresholdName } from '@shared/model/profile'

/** Whether a decision of this confidence (0..1) is made without a person: 0 always, 1 never, else from the threshold on. */
export function decidesAlone(threshold: number, confidence: number): boolean {
  if (threshold <= 0) return true
  if (threshold >= 1) return false
  return confidence >= threshold
}

/** Whether the profile passes a gate by itself; see `thresholdMeanings` for what each name gates. */
export function gateOpens(profile: Profile, gate: ThresholdName, confidence: number): boolean {
  return decidesAlone(profile.thresholds[gate], confidence)
}

/** What each threshold is about, as the subject of a sentence, and what happens without and with a person. */
const subjects: Readonly<
  Record<ThresholdName, { readonly what: string; readonly alone: string; readonly asks: string }>
> = {
  decompose_task: { what: 'Starting Strategize', alone: 'starts by itself', asks: 'waits for you' },
  create_tool: { what: 'Starting Execute', alone: 'starts by itself', asks: 'waits for your approval' },
  select_tool: { what: 'Starting Apply', alone: 'starts by itself', asks: 'waits for your approval' },
  edit_code: { what: 'Decisions in Strategize', alone: 'decides alone', asks: 'asks you' },
  execute_command: { what: 'Decisions in Execute', alone: 'decides alone', asks: 'asks you' },
  create_file: { what: 'Fixing a failed validation', alone: 'tries by itself', asks: 'asks you first' },
  delete_content: {
    what: 'Revising the strategy after that failed',
    alone: 'does so by itself',
    asks: 'asks you first',
  },
  access_network: { what: 'Reverting from Apply', alone: 'does so by itself', asks: 'asks you first' },
  install_dependency: { what: 'Spawning child plans', alone: 'spawns them by itself', asks: 'asks you first' },
  modify_config: { what: 'Retrying transient errors', alone: 'retries by itself', asks: 'asks you first' },
  approve_plan: { what: 'Restoring a checkpoint', alone: 'does so by itself', asks: 'asks you first' },
}

/** One threshold as a sentence that says what will happen. */
export function thresholdSentence(name: ThresholdName, threshold: number): string {
  const { what, alone, asks } = subjects[name]
  if (threshold <= 0) return `${what}: always ${alone}.`
  if (threshold >= 1) return `${what}: always ${asks}.`
  return `${what}: ${alone} at confidence ${threshold} or more, otherwise ${asks}.`
}

const starts: readonly (readonly [string, ThresholdName])[] = [
  ['Strategize', 'decompose_task'],
  ['Execute', 'create_tool'],
  ['Apply', 'select_tool'],
]

function decisionsIn(where: string, threshold: number): string {
  if (threshold <= 0) return `${where}: made without you.`
  if (threshold >= 1) return `${where}: always yours.`
  return `${where}: made without you from ${Math.round(threshold * 100)} % confidence on, else yours.`
}

/** What a profile means for a plan in a few lines: what runs by itself, and what waits for a person. */
export function profileSummary({ thresholds }: Pick<Profile, 'thresholds'>): readonly string[] {
  const named = (fits: (threshold: number) => boolean) =>
    starts.flatMap(([phase, name]) => (fits(thresholds[name]) ? [phase] : [])).join(', ')
  const alone = named((threshold) => threshold <= 0)
  const sure = named((threshold) => threshold > 0 && threshold < 1)
  const waits = named((threshold) => threshold >= 1)
  const { edit_code: inStrategize, execute_command: inExecute } = thresholds
  return [
    ...(alone ? [`Starts by itself: ${alone}.`] : []),
    ...(sure ? [`Starts by itself where the actor is sure, else waits for you: ${sure}.`] : []),
    ...(waits ? [`Waits for your approval: ${waits}.`] : []),
    ...(inStrategize === inExecute
      ? [decisionsIn('Decisions', inStrategize)]
      : [decisionsIn('Decisions in Strategize', inStrategize), decisionsIn('Decisions in Execute', inExecute)]),
  ]
}

/** All that a profile will do, a sentence for each threshold and switch. */
export function profileSentences(profile: Profile): readonly string[] {
  const thresholds = Object.entries(profile.thresholds) as [ThresholdName, number][]
  return [
    ...thresholds.map(([name, threshold]) => thresholdSentence(name, threshold)),
    profile.requireSandbox
      ? 'Work is always done in a sandbox.'
      : 'A resource may be worked on directly, without a sandbox, where you chose so.',
    profile.requireCheckpoints ? 'Checkpoints are always made.' : 'Checkpoints are not required.',
    profile.allowUnsafeTools ? 'Tools that are marked unsafe may run.' : 'Tools that are marked unsafe may not run.',
  ]
}
