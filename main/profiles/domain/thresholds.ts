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
