import type { ChangedFile } from '@shared/contract/plans'
import type { FileDiffView } from '@shared/contract/review'
import type { PlanView } from '@shared/contract/plan-view'
import { useState } from 'react'
import { useCore } from '../core/core'
import { useCommand } from '../core/use-command'
import type { Line } from './rows'

/** Lines that were cut and are then read whole, by side and number. */
export function useWholeLine(plan: PlanView, file: ChangedFile) {
  const { client } = useCore()
  const [whole, setWhole] = useState<ReadonlyMap<string, string>>(new Map())
  const read = useCommand(async (line: Line) => {
    const [side, number] = line.new === null ? (['old', line.old!] as const) : (['new', line.new] as const)
    const { lines } = await client.review.lines({
      plan_id: plan.plan_id,
      resource: file.resource,
      path: file.path,
      content: file.content,
      side,
      from: number,
      to: number,
      whole: true,
    })
    setWhole((before) => new Map(before).set(`${side}:${number}`, lines[0] ?? ''))
  })
  return { whole, show: read.run }
}

/** Puts whole lines in the place of those that were cut. */
export function withWhole(diff: FileDiffView, whole: ReadonlyMap<string, string>): FileDiffView {
  if (whole.size === 0) return diff
  const hunks = diff.hunks.map((hunk) => {
    let [old, next] = [hunk.old_start, hunk.new_start]
    const rows = hunk.rows.map((row) => {
      const sign = row.charAt(0)
      const text = whole.get(sign === '-' ? `old:${old}` : `new:${next}`)
      if (sign !== '+') old += 1
      if (sign !== '-') next += 1
      return text === undefined ? row : sign + text
    })
    return { ...hunk, rows, cut: hunk.cut.filter(([at]) => rows[at] === hunk.rows[at]) }
  })
  return { ...diff, hunks }
}
