import type { ProfileView } from '@shared/contract/settings'
import { guardedTools, noSafety, type Safety, type ThresholdName, thresholdNames } from '@shared/model/profile'

/** A profile as it is being written; numbers are kept as they were typed, empty for no limit. */
export type TypedProfile = {
  readonly name: string
  readonly description: string
  readonly thresholds: Readonly<Record<ThresholdName, number>>
  readonly requireSandbox: boolean
  readonly requireCheckpoints: boolean
  readonly allowUnsafeTools: boolean
  /** Tools that ask first. */
  readonly asks: readonly string[]
  /** Tools that are not known today ask too. */
  readonly listed: boolean
  readonly approveWrites: boolean
  readonly allowUnknownCost: boolean
  readonly neverWait: boolean
  readonly maxCostPerPlan: string
  readonly maxTotalCost: string
  readonly maxCallsPerStep: string
  readonly maxRetriesPerStep: string
}

export const numberKeys = ['maxCostPerPlan', 'maxTotalCost', 'maxCallsPerStep', 'maxRetriesPerStep'] as const
export type NumberKey = (typeof numberKeys)[number]

const typedNumber = (value: number | null) => (value === null ? '' : String(value))

export function typedFrom(profile: ProfileView): TypedProfile {
  const { safety } = profile
  const allows = (tool: string) => safety.allow_tools === null || safety.allow_tools.includes(tool)
  return {
    name: profile.builtin ? '' : profile.name,
    description: profile.description,
    thresholds: Object.fromEntries(
      thresholdNames.map((name) => [name, profile.thresholds[name] ?? 1]),
    ) as TypedProfile['thresholds'],
    requireSandbox: profile.require_sandbox,
    requireCheckpoints: profile.require_checkpoints,
    allowUnsafeTools: profile.allow_unsafe_tools,
    asks: guardedTools.filter((tool) => safety.deny_tools.includes(tool) || !allows(tool)),
    listed: safety.allow_tools !== null,
    approveWrites: safety.approve_writes,
    allowUnknownCost: safety.allow_unknown_cost,
    neverWait: safety.never_wait,
    maxCostPerPlan: typedNumber(safety.max_cost_per_plan),
    maxTotalCost: typedNumber(safety.max_total_cost),
    maxCallsPerStep: typedNumber(safety.max_calls_per_step),
    maxRetriesPerStep: typedNumber(safety.max_retries_per_step),
  }
}

/** What is wrong with a number as it is typed; null where nothing is. */
export function numberProblem(key: NumberKey, text: string): string | null {
  if (text.trim() === '') return null
  const value = Number(text)
  if (key === 'maxCostPerPlan' || key === 'maxTotalCost')
    return Number.isFinite(value) && value >= 0 ? null : 'An amount in dollars, 0 or more.'
  const least = key === 'maxCallsPerStep' ? 1 : 0
  return Number.isInteger(value) && value >= least ? null : `A whole number, ${least} or more.`
}

const numberOf = (text: string) => (text.trim() === '' ? null : Number(text))

/** What the guards of the form do, for their sentences. */
export function safetyOf(typed: TypedProfile): Safety {
  const runs = guardedTools.filter((tool) => !typed.asks.includes(tool))
  return {
    ...noSafety,
    maxCostPerPlan: numberOf(typed.maxCostPerPlan),
    maxTotalCost: numberOf(typed.maxTotalCost),
    maxCallsPerStep: numberOf(typed.maxCallsPerStep),
    maxRetriesPerStep: numberOf(typed.maxRetriesPerStep),
    allowTools: typed.listed ? runs : null,
    denyTools: typed.listed ? [] : typed.asks,
    approveWrites: typed.approveWrites,
    allowUnknownCost: typed.allowUnknownCost,
    neverWait: typed.neverWait,
  }
}

function safetyLines(safety: Safety): readonly string[] {
  const lines = [
    safety.maxCostPerPlan !== null && `max_cost_per_plan: ${safety.maxCostPerPlan}`,
    safety.maxTotalCost !== null && `max_total_cost: ${safety.maxTotalCost}`,
    safety.maxCallsPerStep !== null && `max_calls_per_step: ${safety.maxCallsPerStep}`,
    safety.maxRetriesPerStep !== null && `max_retries_per_step: ${safety.maxRetriesPerStep}`,
    safety.allowTools !== null && `allow_tools: [${safety.allowTools.join(', ')}]`,
    safety.denyTools.length > 0 && `deny_tools: [${safety.denyTools.join(', ')}]`,
    safety.approveWrites && 'approve_writes: true',
    safety.allowUnknownCost && 'allow_unknown_cost: true',
    safety.neverWait && 'never_wait: true',
  ].filter((line) => line !== false)
  return lines.length === 0 ? [] : ['safety:', ...lines.map((line) => `  ${line}`)]
}

/** The text that the core reads of a form; a JSON string is a YAML one, whatever stands in it. */
export function profileYaml(typed: TypedProfile): string {
  const decimal = (value: number) => (Number.isInteger(value) ? value.toFixed(1) : String(value))
  return [
    `name: ${JSON.stringify(typed.name.trim())}`,
    ...(typed.description.trim() === '' ? [] : [`description: ${JSON.stringify(typed.description.trim())}`]),
    ...thresholdNames.map((name) => `${name}: ${decimal(typed.thresholds[name])}`),
    `require_sandbox: ${typed.requireSandbox}`,
    `require_checkpoints: ${typed.requireCheckpoints}`,
    `allow_unsafe_tools: ${typed.allowUnsafeTools}`,
    ...safetyLines(safetyOf(typed)),
    '',
  ].join('\n')
}
