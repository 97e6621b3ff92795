import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noSafety } from '@shared/model/profile'
import { openDatabase } from '../infrastructure/db/open'
import { createBudgets } from './budgets'
import { capsOf, heldSentence, micro, noAllowance, offerFor, tightest } from './domain/budget'
import type { Plan } from './domain/plan'
import { settleKilledCalls } from './recover-plans'
import { createUsage } from './usage'

const tokens = { input: 0, output: 0, cacheWrite: 0, cacheRead: 0 }

function setup(planIds: readonly string[]) {
  const { db, sqlite } = openDatabase(':memory:')
  // Nothing of a plan but its id is looked at here.
  sqlite.pragma('foreign_keys = OFF')
  const [budgets, usage] = [createBudgets(db), createUsage(db)]
  let next = 0
  return {
    budgets,
    usage,
    planIds,
    reserve: (planId: string, cost: number, caps: Parameters<typeof budgets.reserve>[1]) => {
      const id = `r${next++}`
      const got = budgets.reserve({ id, planId, at: 1 }, caps, (left) =>
        left === null || cost <= left ? { kind: 'fits', cost, maxOutput: 1 } : { kind: 'too_dear', needed: cost },
      )
      return got.kind === 'reserved' ? id : null
    },
    settle: (planId: string, id: string, cost: number) => {
      budgets.release(id)
      usage.add({ id, planId, phase: 'execute', model: 'm', tokens, cost, priceVersion: '1', at: 1 })
    },
  }
}

describe('reservations', () => {
  it('never let the plans together, or any one of them, pass a cap, in whatever order calls begin and end', () => {
    const step = fc.record({
      plan: fc.integer({ min: 0, max: 3 }),
      most: fc.integer({ min: 0, max: 400 }),
      what: fc.constantFrom('begin', 'begin', 'begin', 'end', 'fail'),
      share: fc.integer({ min: 0, max: 100 }),
    })
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 60 }),
        fc.integer({ min: 0, max: 1000 }),
        fc.integer({ min: 0, max: 600 }),
        (steps, total, each) => {
          const { budgets, reserve, settle } = setup(['a', 'b', 'c', 'd'])
          const caps = [
            { name: 'total', most: total },
            { name: 'plan', most: each },
          ] as const
          const open: { planId: string; id: string; most: number }[] = []
          for (const { plan, most, what, share } of steps) {
            const planId = ['a', 'b', 'c', 'd'][plan]!
            if (what === 'begin') {
              const before = budgets.used(planId)
              const id = reserve(planId, most, caps)
              const fits = before.plan + most <= each && before.total + most <= total
              expect(id !== null).toBe(fits)
              if (id) open.push({ planId, id, most })
            } else {
              const ended = open.shift()
              if (ended && what === 'end') settle(ended.planId, ended.id, Math.floor((ended.most * share) / 100))
              else if (ended) budgets.release(ended.id)
            }
            expect(budgets.used(planId).total).toBeLessThanOrEqual(total)
            expect(budgets.used(planId).plan).toBeLessThanOrEqual(each)
          }
        },
      ),
      { numRuns: 60 },
    )
  }, 120_000)

  it('count for every plan until they are settled, and hold with the cap that has least left', async () => {
    const { budgets, usage, reserve, settle } = setup(['a', 'b'])
    const caps = [{ name: 'total', most: 100 }] as const
    const first = reserve('a', 70, caps)!
    expect(reserve('b', 40, caps)).toBeNull()
    const later = budgets.nextRelease(new AbortController().signal)
    settle('a', first, 20)
    await later
    expect(budgets.used('b')).toEqual({ plan: 0, total: 20 })
    expect(reserve('b', 40, caps)).not.toBeNull()
    expect(budgets.reservedOf('b')).toBe(40)
    const held = budgets.reserve({ id: 'x', planId: 'b', at: 1 }, [...caps, { name: 'plan', most: 45 }], () => ({
      kind: 'too_dear',
      needed: 9,
    }))
    expect(held).toMatchObject({ kind: 'held', by: { name: 'plan', most: 45, used: 40, left: 5 }, needed: 9 })
    // The core was killed before that call was answered: what it may have cost stays spent.
    settleKilledCalls({ budgets, usage, plans: { byId: () => ({ phase: 'execute' }) as Plan } })
    expect(budgets.reservedOf('b')).toBe(0)
    expect(budgets.used('b')).toEqual({ plan: 40, total: 60 })
    expect(usage.ofPlan('b')).toMatchObject({ calls: 1, cost: 40, estimated: 1 })
    settleKilledCalls({ budgets, usage, plans: { byId: () => ({ phase: 'execute' }) as Plan } })
    expect(budgets.used('b')).toEqual({ plan: 40, total: 60 })
    expect(reserve('b', 50, caps)).toBeNull()
  })

  it('remember what a person allowed a plan, and what held it', () => {
    const { budgets } = setup(['a'])
    expect(budgets.allowance('a')).toEqual(noAllowance)
    budgets.hold('a', { cap: 'unknown', model: 'x/y' })
    budgets.allow('a', { planCap: 7 })
    budgets.allow('a', { unknownAllowed: true })
    expect(budgets.allowance('a')).toEqual({ planCap: 7, totalCap: null, unknownAllowed: true })
    expect(budgets.held('a')).toEqual({ cap: 'unknown', model: 'x/y' })
  })
})

it('takes the caps of profile and configuration, and a person’s word in the place of the plan’s own', () => {
  const safety = { ...noSafety, maxCostPerPlan: 2, maxTotalCost: 10 }
  const settings = { plan: 1, total: 50 }
  expect(capsOf(safety, settings, noAllowance)).toEqual([
    { name: 'plan', most: micro(2) },
    { name: 'plan_setting', most: micro(1) },
    { name: 'total', most: micro(10) },
    { name: 'total_setting', most: micro(50) },
  ])
  expect(capsOf(safety, settings, { planCap: micro(4), totalCap: micro(20), unknownAllowed: false })).toEqual([
    { name: 'plan', most: micro(4) },
    { name: 'total', most: micro(20) },
    { name: 'total_setting', most: micro(50) },
  ])
  expect(capsOf(noSafety, { plan: null, total: null }, noAllowance)).toEqual([])
  expect(tightest([], { plan: 1, total: 1 })).toBeNull()
})

it('offers the whole answer, or as long a one as can be paid, or none', () => {
  const costOf = (output: number) => 1000 + output
  expect(offerFor(null, 32_000, costOf)).toEqual({ kind: 'fits', cost: 33_000, maxOutput: 32_000 })
  expect(offerFor(33_000, 32_000, costOf)).toEqual({ kind: 'fits', cost: 33_000, maxOutput: 32_000 })
  expect(offerFor(10_000, 32_000, costOf)).toEqual({ kind: 'fits', cost: 10_000, maxOutput: 9000 })
  expect(offerFor(5095, 32_000, costOf)).toEqual({ kind: 'too_dear', needed: 5096 })
  expect(offerFor(1500, 400, costOf)).toEqual({ kind: 'fits', cost: 1400, maxOutput: 400 })
})

it('says which cap holds a plan', () => {
  const held = { most: micro(1), used: micro(0.95), needed: micro(0.125), model: 'openai/gpt-5.4' }
  expect(heldSentence({ cap: 'plan', ...held })).toBe(
    'The cap for this plan is $1.00; $0.95 are used, and the next call of openai/gpt-5.4 may cost $0.13.',
  )
  expect(heldSentence({ cap: 'total_setting', ...held })).toContain('The setting for all plans together is $1.00')
  expect(heldSentence({ cap: 'unknown', model: 'x/y' })).toContain('price of x/y is not known')
})
