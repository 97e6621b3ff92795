import { plural } from '@shared/model/plural'
import type { Profile, Safety, ThresholdName } from './profile'

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

/** What a threshold is about, to stand beside its control. */
export const thresholdSubject = (name: ThresholdName): string => subjects[name].what

/** What happens at a threshold, after its subject. */
export function thresholdOutcome(name: ThresholdName, threshold: number): string {
  const { alone, asks } = subjects[name]
  if (threshold <= 0) return `always ${alone}.`
  if (threshold >= 1) return `always ${asks}.`
  return `${alone} at confidence ${threshold} or more, otherwise ${asks}.`
}

/** One threshold as a sentence that says what will happen. */
export const thresholdSentence = (name: ThresholdName, threshold: number): string =>
  `${subjects[name].what}: ${thresholdOutcome(name, threshold)}`

export const switchSentences = {
  requireSandbox: (on: boolean) =>
    on
      ? 'Work is always done in a sandbox.'
      : 'A resource may be worked on directly, without a sandbox, where you chose so.',
  requireCheckpoints: (on: boolean) => (on ? 'Checkpoints are always made.' : 'Checkpoints are not required.'),
  allowUnsafeTools: (on: boolean) =>
    on ? 'Tools that are marked unsafe may run.' : 'Tools that are marked unsafe may not run.',
} as const

const dollars = (amount: number) => `$${amount < 0.01 && amount > 0 ? String(amount) : amount.toFixed(2)}`

/** Each guard and cap of a profile as a sentence; none where it has none. */
export function safetySentences(safety: Safety): readonly string[] {
  const { maxCostPerPlan, maxTotalCost, maxCallsPerStep, maxRetriesPerStep, allowTools, denyTools } = safety
  const asks = safety.neverWait ? 'ends the plan' : 'asks you'
  const capped = maxCostPerPlan !== null || maxTotalCost !== null
  return [
    ...(denyTools.length > 0 ? [`Using ${denyTools.join(', ')} ${asks}.`] : []),
    ...(allowTools === null
      ? []
      : [allowTools.length > 0 ? `Using anything but ${allowTools.join(', ')} ${asks}.` : `Using any tool ${asks}.`]),
    ...(maxCallsPerStep === null
      ? []
      : [`More than ${plural(maxCallsPerStep, 'tool call')} in one step: the rest ${asks}.`]),
    ...(maxCostPerPlan === null ? [] : [`What would cost a plan more than ${dollars(maxCostPerPlan)} ${asks}.`]),
    ...(maxTotalCost === null
      ? []
      : [`What would cost all plans together more than ${dollars(maxTotalCost)} ${asks}.`]),
    ...(capped
      ? [
          safety.allowUnknownCost
            ? 'A model of unknown price runs, and counts as nothing.'
            : `A model of unknown price ${asks} before its first call.`,
        ]
      : []),
    ...(safety.approveWrites ? [`Each change and each command ${asks} first.`] : []),
    ...(maxRetriesPerStep === null
      ? []
      : [`A failed call of a model is tried again ${plural(maxRetriesPerStep, 'time')} at most.`]),
    ...(safety.neverWait ? ['Nothing waits for a person: what would wait ends the plan with an error.'] : []),
  ]
}

/** All that a profile will do, a sentence for each threshold, switch and guard. */
export function profileSentences(profile: Profile): readonly string[] {
  const thresholds = Object.entries(profile.thresholds) as [ThresholdName, number][]
  return [
    ...thresholds.map(([name, threshold]) => thresholdSentence(name, threshold)),
    switchSentences.requireSandbox(profile.requireSandbox),
    switchSentences.requireCheckpoints(profile.requireCheckpoints),
    switchSentences.allowUnsafeTools(profile.allowUnsafeTools),
    ...safetySentences(profile.safety),
  ]
}
