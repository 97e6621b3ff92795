import { median } from './machine.ts'

/** One line of the report. */
export type Figure = {
  readonly group: string
  readonly name: string
  readonly unit: string
  /** Every counted run. */
  readonly runs: readonly number[]
  readonly ours: number
  /** What ours is held against, measured in the same run unless `referenceName` says otherwise. */
  readonly reference: number | null
  readonly referenceName: string
  readonly target: string
  /** Null where there is no target, or nothing was measured. */
  readonly met: boolean | null
}

export type Target =
  | { readonly below: number }
  /** A limit of another machine, where the reference took `whereReference`; `more` is allowed on top, as measured here. */
  | { readonly below: number; readonly whereReference: number; readonly more: number }
  | { readonly withinTimes: number }
  | { readonly beyondReference: number }
  | { readonly none: true }

type Measured = {
  readonly group: string
  readonly name: string
  readonly unit: string
  readonly runs: readonly number[]
  readonly reference?: { readonly name: string; readonly runs: readonly number[] }
  readonly target: Target
}

function judge(
  ours: number,
  reference: number | null,
  unit: string,
  target: Target,
): { text: string; met: boolean | null } {
  if ('none' in target) return { text: '–', met: null }
  if ('whereReference' in target) {
    const times = target.below / target.whereReference
    const limit = times * (reference ?? Number.NaN) + target.more
    const more = target.more > 0 ? ` + ${target.more.toFixed(0)}` : ''
    return { text: `< ${times.toFixed(1)} ×${more} = ${limit.toFixed(0)} ${unit}`, met: ours < limit }
  }
  if ('below' in target) return { text: `< ${target.below} ${unit}`, met: ours < target.below }
  const against = reference ?? Number.NaN
  if ('withinTimes' in target) return { text: `≤ ${target.withinTimes} ×`, met: ours <= against * target.withinTimes }
  return { text: `< reference + ${target.beyondReference} ${unit}`, met: ours < against + target.beyondReference }
}

/** Medians of both sides against the target. */
export function figure({ group, name, unit, runs, reference, target }: Measured): Figure {
  const ours = median(runs)
  const against = reference ? median(reference.runs) : null
  const { text, met } = judge(ours, against, unit, target)
  return {
    group,
    name,
    unit,
    runs,
    ours,
    reference: against,
    referenceName: reference?.name ?? '',
    target: text,
    met: Number.isFinite(ours) ? met : null,
  }
}

const shown = (value: number | null, unit: string): string =>
  value === null || !Number.isFinite(value) ? '–' : `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ${unit}`

const verdict = (met: boolean | null): string => (met === null ? '–' : met ? 'yes' : 'NO')

/** The report as a Markdown table. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map((one) => [
    one.group,
    one.name,
    shown(one.ours, one.unit),
    one.reference === null ? '–' : `${shown(one.reference, one.unit)} (${one.referenceName})`,
    one.reference ? (one.ours / one.reference).toFixed(2) : '–',
    one.target,
    verdict(one.met),
  ])
  const all = [['', 'figure', 'ours', 'reference', 'ratio', 'target', 'met'], ...rows]
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)))
  const line = (row: readonly string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [line(all[0]!), rule, ...rows.map(line)].join('\n')
}
