import type { ChangedFile } from '@shared/contract/plans'
import type { FileDiffView } from '@shared/contract/review'
import { useState } from 'react'
import { useCore } from '../core/core'
import { useCommand } from '../core/use-command'
import { type Gap, gapsOf, type Opened, type ReadLines } from './rows'

const step = 20
const mostAtOnce = 5000

/** Which unchanged lines are shown beside the hunks, read as they are asked for. */
export function useOpened(planId: string, file: ChangedFile, diff: FileDiffView) {
  const { client } = useCore()
  const [opened, setOpened] = useState<Opened>(new Map())
  const [read, setRead] = useState<ReadLines>(new Map())
  const ask = { plan_id: planId, resource: file.resource, path: file.path, content: file.content, side: 'new' as const }

  const load = useCommand(async (ranges: readonly { readonly from: number; readonly to: number }[]) => {
    const found = new Map<number, { text: string; tokens: string }>()
    for (const range of ranges)
      for (let from = range.from; from <= range.to; from += mostAtOnce) {
        const to = Math.min(range.to, from + mostAtOnce - 1)
        const { lines, tokens } = await client.review.lines({ ...ask, from, to })
        for (const [at, text] of lines.entries()) found.set(from + at, { text, tokens: tokens[at] ?? '' })
      }
    setRead((before) => new Map([...before, ...found]))
  })

  const openGap = (gap: Gap, where: 'below' | 'above' | 'all') => {
    const size = gap.to - gap.from + 1
    const count = where === 'all' ? size : Math.min(step, size)
    const below = where === 'above' ? 0 : count
    const above = where === 'above' ? count : 0
    load.run([
      where === 'above' ? { from: gap.to - count + 1, to: gap.to } : { from: gap.from, to: gap.from + count - 1 },
    ])
    setOpened((before) => {
      const now = before.get(gap.index) ?? { below: 0, above: 0 }
      return new Map(before).set(gap.index, { below: now.below + below, above: now.above + above })
    })
  }
  const openAll = () => {
    const gaps = gapsOf(diff)
    load.run(gaps)
    setOpened(new Map(gaps.map((gap) => [gap.index, { below: gap.to - gap.from + 1, above: 0 }])))
  }
  return {
    opened,
    read,
    openGap,
    whole: opened.size > 0,
    toggleWhole: () => (opened.size > 0 ? setOpened(new Map()) : openAll()),
    hasGaps: gapsOf(diff).length > 0,
  }
}
