import { noiseLimit, quiet } from './machine.ts'
import type { MeasuredRun } from './run-measured.ts'

/** What every group of figures is given. */
export type Bench = {
  /** The folder of the checkout. */
  readonly root: string
  /** A folder of this run's own, in memory where the machine has one there; removed at the end. */
  readonly scratch: string
  /** Counted runs of each figure. */
  readonly runs: number
  /** Milliseconds to wait for a quiet machine before each run. */
  readonly quietMs: number
  readonly say: (text: string) => void
}

/**
 * Takes turns between the sides, so that what disturbs the machine disturbs them alike; the first turn is not counted. A run
 * during which much else was going on is done again, twice at most for each that is wanted.
 */
export async function takeTurns<Side extends string>(
  bench: Bench,
  sides: Readonly<Record<Side, () => Promise<MeasuredRun>>>,
): Promise<Readonly<Record<Side, readonly MeasuredRun[]>>> {
  const counted = Object.fromEntries(Object.keys(sides).map((side) => [side, []])) as unknown as Record<
    Side,
    MeasuredRun[]
  >
  let again = 2 * bench.runs
  for (let turn = 0; turn <= bench.runs; turn++) {
    const results = new Map<Side, MeasuredRun>()
    for (const side of Object.keys(sides) as Side[]) {
      await quiet(bench.quietMs)
      const run = await sides[side]()
      if (run.code !== 0) throw new Error(`${side} ended with ${run.code}:\n${run.output.slice(-2000)}`)
      results.set(side, run)
    }
    const isLoud = [...results.values()].some((run) => run.others > noiseLimit)
    if (turn > 0 && isLoud && again > 0 && bench.quietMs > 0) {
      again--
      turn--
      continue
    }
    if (turn > 0) for (const [side, run] of results) counted[side].push(run)
    bench.say(
      [...results]
        .map(([side, run]) => `${side} ${run.wallMs.toFixed(0)} ms (others ${run.others.toFixed(2)})`)
        .join(', '),
    )
  }
  return counted
}

export const wallOf = (runs: readonly MeasuredRun[]): readonly number[] => runs.map((run) => run.wallMs)
