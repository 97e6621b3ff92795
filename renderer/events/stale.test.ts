import { describe, expect, it } from 'vitest'
import { distinct, staleAfter } from './stale'

const paths = (topic: Parameters<typeof staleAfter>[0]['topic'], id: string | null = null) => {
  const stale = staleAfter({ topic, id })
  return stale === 'all' ? stale : stale.map((entry) => entry.path.join('.'))
}

describe('what a change makes stale', () => {
  it('asks everything again after a reset and nothing after a heartbeat', () => {
    expect(paths('reset')).toBe('all')
    expect(paths('heartbeat')).toEqual([])
  })
  it('keeps other plans as they are when one changes', () => {
    const stale = staleAfter({ topic: 'plan', id: '01A' })
    expect(stale).toContainEqual({ path: ['plans', 'status'], input: { plan_id: '01A' } })
    expect(stale).not.toContainEqual({ path: ['plans', 'status'] })
  })
  it('brings list, inbox and pulse along with a plan', () => {
    expect(paths('plan', '01A')).toEqual(expect.arrayContaining(['plans.list', 'inbox', 'events.pulse']))
  })
  it('brings the changes along with a decision, which a tool call that wrote is', () => {
    expect(paths('decision', '01A')).toEqual(expect.arrayContaining(['plans.tree', 'plans.diff']))
  })
  it('asks for a wizard’s preview again when what it shows changes', () => {
    for (const topic of ['resource', 'project', 'action', 'actor', 'provider', 'settings', 'invariant'] as const)
      expect(paths(topic)).toContain('plans.preview')
  })
  it('brings the runs of its checks along with a plan, and rules and checks with what holds them', () => {
    expect(paths('plan', '01A')).toContain('validations.results')
    expect(paths('invariant')).toEqual(expect.arrayContaining(['invariants', 'plans.status', 'projects']))
    expect(paths('validation')).toEqual(expect.arrayContaining(['validations', 'plans.status', 'projects']))
  })
  it('asks once for a burst', () => {
    const one = staleAfter({ topic: 'plan', id: '01A' })
    if (one === 'all') throw new Error('unexpected')
    expect(distinct([...one, ...one])).toHaveLength(one.length)
  })
})
