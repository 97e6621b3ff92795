import type { ActivityItem } from '@shared/contract/activity'
import { describe, expect, it } from 'vitest'
import { appendItems, filterRows, joinCalls } from './activity-rows'

const item = (seq: number, over: Partial<ActivityItem> = {}): ActivityItem => ({
  seq,
  plan_id: 'p',
  phase: 'execute',
  kind: 'text',
  title: `item ${seq}`,
  body: '',
  tool: null,
  call_id: null,
  decision_id: null,
  ok: null,
  duration_ms: null,
  at: 0,
  ...over,
})
const call = item(1, { kind: 'tool_call', call_id: 'c', title: 'read_file health.py' })
const result = item(3, { kind: 'tool_result', call_id: 'c', ok: false, body: 'no such file' })

describe('activity', () => {
  it('keeps one row of a count, with its last number', () => {
    const count = (seq: number, at: number) => item(seq, { kind: 'notice', title: `Searching src ${at} of 3` })
    const other = item(3, { kind: 'notice', title: 'Rewriting src 0 of 2' })
    expect(joinCalls([count(1, 0), count(2, 3), other, count(4, 3)]).map((row) => row.item.seq)).toEqual([2, 3, 4])
  })
  const rows = joinCalls([call, item(2), result, item(4, { kind: 'tool_result', call_id: 'unknown' })])
  it('shows a result with its call, where the call stood', () => {
    expect(rows.map((row) => [row.item.seq, row.result?.seq])).toEqual([
      [1, 3],
      [2, undefined],
      [4, undefined],
    ])
  })
  it('finds text in results and counts a failed call among the problems', () => {
    expect(filterRows(rows, 'all', 'NO SUCH')).toHaveLength(1)
    expect(filterRows(rows, 'problems', '')).toHaveLength(1)
    expect(filterRows(rows, 'text', '').map((row) => row.item.seq)).toEqual([2])
  })
  it('takes each item once, however often it is sent', () => {
    const items = [item(1), item(2)]
    expect(appendItems(items, [item(2), item(3)]).map((one) => one.seq)).toEqual([1, 2, 3])
    expect(appendItems(items, [item(2)])).toBe(items)
  })
})
