import { plural } from '@shared/model/plural'

/** What an earlier plan took. */
export type PastPlan = {
  /** Null where the price of a call was unknown. */
  readonly costMicro: number | null
  readonly executeCostMicro: number | null
  readonly strategizeMs: number
  readonly executeMs: number
  /** Null where no model was asked. */
  readonly largestPrompt: number | null
  /** Choices of its strategy. */
  readonly choices: number
}

export type Range = { readonly median: number; readonly low: number; readonly high: number }

export type Estimate = {
  readonly costMicro: Range | null
  readonly durationMs: Range | null
  readonly promptTokens: Range | null
  readonly plans: number
  readonly how: string
}

const known = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null)

export function rangeOf(values: readonly number[]): Range | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
  return { median: Math.round(median), low: sorted[0]!, high: sorted.at(-1)! }
}

const plansOf = (count: number): string => plural(count, 'earlier plan')

/** What earlier plans of the same action and the same actors took; null where there is none. */
export function estimateFromPlans(past: readonly PastPlan[]): Estimate | null {
  if (past.length === 0) return null
  return {
    costMicro: rangeOf(known(past.map(({ costMicro }) => costMicro))),
    durationMs: rangeOf(past.map(({ strategizeMs, executeMs }) => strategizeMs + executeMs)),
    promptTokens: rangeOf(known(past.map(({ largestPrompt }) => largestPrompt))),
    plans: past.length,
    how: `From ${plansOf(past.length)} of this action with the same actors.`,
  }
}

type Begun = { readonly choices: number; readonly costMicro: number | null; readonly strategizeMs: number }

const scaled = (range: Range | null, factor: number, plus: number | null): Range | null =>
  range === null || plus === null
    ? null
    : {
        median: Math.round(range.median * factor + plus),
        low: Math.round(range.low * factor + plus),
        high: Math.round(range.high * factor + plus),
      }

/** What a strategy of this size takes, at what a choice took in other plans of the same actor; null where nothing tells. */
export function estimateFromStrategy(begun: Begun, past: readonly PastPlan[]): Estimate | null {
  const sized = past.filter(({ choices }) => choices > 0)
  if (begun.choices === 0 || sized.length === 0) return null
  const cost = rangeOf(
    known(
      sized.map(({ executeCostMicro, choices }) => (executeCostMicro === null ? null : executeCostMicro / choices)),
    ),
  )
  const time = rangeOf(sized.map(({ executeMs, choices }) => executeMs / choices))
  return {
    costMicro: scaled(cost, begun.choices, begun.costMicro),
    durationMs: scaled(time, begun.choices, begun.strategizeMs),
    promptTokens: null,
    plans: sized.length,
    how: `From the ${begun.choices === 1 ? 'one choice' : `${begun.choices} choices`} of the strategy, at what a choice took in ${plansOf(sized.length)} of the same actor.`,
  }
}

/** What costs nothing whatever it does. */
export const withoutModel: Estimate = {
  costMicro: { median: 0, low: 0, high: 0 },
  durationMs: null,
  promptTokens: null,
  plans: 0,
  how: 'No model takes part.',
}

export type TimeLeft = { readonly ms: number; readonly how: string }

/** How far Execute has come: worked milliseconds at which each begun choice of the strategy was first taken up. */
export type Pace = { readonly choices: number; readonly begunAt: readonly number[]; readonly workedMs: number }

/** What is left at the pace of the choices that were carried out so far; null before one is done, or past the expected end. */
export function leftAtPace({ choices, begunAt, workedMs }: Pace): TimeLeft | null {
  const at = begunAt.toSorted((a, b) => a - b)
  if (at.length < 2 || choices < 2) return null
  const each = (at.at(-1)! - at[0]!) / (at.length - 1)
  const ms = Math.round(each * (choices - at.length + 1) - (workedMs - at.at(-1)!))
  if (ms <= 0) return null
  return { ms, how: `At the pace so far: ${at.length} of ${choices} choices are taken up.` }
}

type Worked = { readonly phase: 'strategize' | 'execute'; readonly workedMs: number }

/** What is left if it takes what earlier plans took; null where there are none, or it has taken longer already. */
export function leftAsBefore({ phase, workedMs }: Worked, past: readonly PastPlan[]): TimeLeft | null {
  const execute = rangeOf(past.map(({ executeMs }) => executeMs))
  const strategize = rangeOf(past.map(({ strategizeMs }) => strategizeMs))
  if (execute === null || strategize === null) return null
  const ms = (phase === 'strategize' ? strategize.median + execute.median : execute.median) - workedMs
  return ms <= 0 ? null : { ms, how: `If it takes what ${plansOf(past.length)} of this action took.` }
}
