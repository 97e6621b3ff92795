import { expect, it } from 'vitest'
import { noSafety, type Safety } from '@shared/model/profile'
import { type GuardRule, guardVerdict } from './guard'

const call = { tool: 'write_file', writes: true, nth: 3 }
const everything: Safety = {
  ...noSafety,
  denyTools: ['write_file'],
  allowTools: ['read_file'],
  maxCallsPerStep: 2,
  approveWrites: true,
}
const look = (safety: Partial<Safety>, granted: readonly GuardRule[] = [], over = false) =>
  guardVerdict(
    { ...noSafety, ...safety },
    call,
    (rule) => granted.includes(rule),
    () => over,
  )

it('asks by the guards in their order: deny, allow, calls of the step, cost, approval of writes', () => {
  expect(look(everything, [], true)).toMatchObject({ kind: 'asks', rule: 'deny' })
  expect(look(everything, ['deny'], true)).toMatchObject({ kind: 'asks', rule: 'allow' })
  expect(look(everything, ['deny', 'allow'], true)).toMatchObject({ kind: 'asks', rule: 'calls' })
  expect(look(everything, ['deny', 'allow', 'calls'], true)).toEqual({ kind: 'over_budget' })
  expect(look(everything, ['deny', 'allow', 'calls'])).toMatchObject({ kind: 'asks', rule: 'write' })
  expect(look(everything, ['deny', 'allow', 'calls', 'write'])).toEqual({ kind: 'passes' })
})

it.each([
  [{}, 'passes'],
  [{ allowTools: ['write_file'] }, 'passes'],
  [{ allowTools: [] }, 'asks'],
  [{ denyTools: ['run_command'] }, 'passes'],
  [{ maxCallsPerStep: 3 }, 'passes'],
  [{ maxCallsPerStep: 2 }, 'asks'],
] as [Partial<Safety>, string][])('%j: a call %s', (safety, kind) => {
  expect(look(safety).kind).toBe(kind)
})
