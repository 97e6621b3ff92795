import type { Safety } from '@shared/model/profile'

/** Whose spending a cap holds, and who said it. */
export type CapName = 'plan' | 'plan_setting' | 'total' | 'total_setting'
/** In micro-dollars. */
export type Cap = { readonly name: CapName; readonly most: number }

/** What a person allowed one plan beyond its profile, in micro-dollars. */
export type Allowance = {
  readonly planCap: number | null
  readonly totalCap: number | null
  readonly unknownAllowed: boolean
}
export const noAllowance: Allowance = { planCap: null, totalCap: null, unknownAllowed: false }

/** Why a call was not made: the cap it would have passed, or a model whose price nobody knows; amounts in micro-dollars. */
export type Held =
  | {
      readonly cap: CapName
      readonly most: number
      readonly used: number
      readonly needed: number
      readonly model: string
    }
  | { readonly cap: 'unknown'; readonly model: string }

export const micro = (dollars: number): number => Math.round(dollars * 1_000_000)

/** The caps in dollars that the configuration sets, for the plan's projects. */
export type CapSettings = { readonly plan: number | null; readonly total: number | null }

const capOf = (name: CapName, most: number | null): readonly Cap[] => (most === null ? [] : [{ name, most }])
const inMicro = (dollars: number | null): number | null => (dollars === null ? null : micro(dollars))

/**
 * The caps that hold for a plan. What a person allowed it takes the place of every cap of a plan and of its profile's
 * total; the total of the configuration is raised in the configuration alone.
 */
export function capsOf(safety: Safety, settings: CapSettings, allowance: Allowance): readonly Cap[] {
  const { planCap, totalCap } = allowance
  return [
    ...(planCap === null
      ? [...capOf('plan', inMicro(safety.maxCostPerPlan)), ...capOf('plan_setting', inMicro(settings.plan))]
      : capOf('plan', planCap)),
    ...capOf('total', totalCap ?? inMicro(safety.maxTotalCost)),
    ...capOf('total_setting', inMicro(settings.total)),
  ]
}

/** What is spent and reserved, of the plan and of all plans, in micro-dollars. */
export type Used = { readonly plan: number; readonly total: number }

const usedOf = (name: CapName, used: Used) => (name === 'plan' || name === 'plan_setting' ? used.plan : used.total)

export type Tightest = Cap & { readonly used: number; readonly left: number }

/** The cap with the least left; null where there is none. */
export function tightest(caps: readonly Cap[], used: Used): Tightest | null {
  const all = caps.map((cap) => ({ ...cap, used: usedOf(cap.name, used), left: cap.most - usedOf(cap.name, used) }))
  return all.reduce<Tightest | null>((least, one) => (least === null || one.left < least.left ? one : least), null)
}

/** An answer that is cut shorter than this helps nobody. */
const leastAnswer = 4096

export type Offer =
  | { readonly kind: 'fits'; readonly cost: number; readonly maxOutput: number }
  | { readonly kind: 'too_dear'; readonly needed: number }

/**
 * What of a call fits into what is left: the whole answer, or as long a one as can be paid, but none too short to be of
 * use. `costOf` is the most that a call with so many tokens of answer can cost, in whole micro-dollars.
 */
export function offerFor(left: number | null, wanted: number, costOf: (outputTokens: number) => number): Offer {
  const whole = costOf(wanted)
  if (left === null || whole <= left) return { kind: 'fits', cost: whole, maxOutput: wanted }
  const least = Math.min(leastAnswer, wanted)
  const needed = costOf(least)
  if (needed > left) return { kind: 'too_dear', needed }
  let [fits, tooMany] = [least, wanted]
  while (tooMany - fits > 1) {
    const between = Math.floor((fits + tooMany) / 2)
    if (costOf(between) <= left) fits = between
    else tooMany = between
  }
  return { kind: 'fits', cost: costOf(fits), maxOutput: fits }
}

const dollars = (amount: number) => {
  const value = amount / 1_000_000
  return `$${value !== 0 && value < 0.01 ? value.toFixed(4) : value.toFixed(2)}`
}

/** Why a plan waits for its budget, in a sentence. */
export function heldSentence(held: Held): string {
  if (held.cap === 'unknown')
    return `The price of ${held.model} is not known, so its calls cannot be kept within the money cap of this plan.`
  const whose = held.cap === 'plan' || held.cap === 'plan_setting' ? 'this plan' : 'all plans together'
  const own = held.cap === 'plan_setting' || held.cap === 'total_setting' ? 'the setting' : 'the cap'
  const next = `the next call of ${held.model} may cost ${dollars(held.needed)}`
  return `${own === 'the cap' ? 'The cap' : 'The setting'} for ${whose} is ${dollars(held.most)}; ${dollars(held.used)} are used, and ${next}.`
}
