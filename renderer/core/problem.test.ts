import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import { ConnectionLost } from '../connection/line'
import { fieldProblems, problemOf } from './problem'

const refusal = (details: Record<string, unknown>) =>
  new ORPCError('INVALID', {
    defined: true,
    data: { kind: 'invalid', code: 'plan.bad_args', message: 'Two args are wrong.', hint: 'Correct them.', details },
  })

describe('what a failure says', () => {
  it('shows a refusal in its own words', () => {
    expect(problemOf(refusal({}))).toMatchObject({
      message: 'Two args are wrong.',
      hint: 'Correct them.',
      code: 'plan.bad_args',
    })
  })
  it('shows a fault by its id and never by its text', () => {
    const problem = problemOf(
      new ORPCError('INTERNAL_SERVER_ERROR', { message: 'SQLITE_CORRUPT at row 4', data: { id: '01JX' } }),
    )
    expect(problem.faultId).toBe('01JX')
    expect(JSON.stringify(problem)).not.toContain('SQLITE')
  })
  it('does not claim to know what a lost connection left behind', () => {
    expect(problemOf(new ConnectionLost(null)).hint).toContain('look whether')
  })
  it('hides what an exception says', () => {
    expect(JSON.stringify(problemOf(new TypeError('x is not a function')))).not.toContain('not a function')
  })
})

describe('messages at their fields', () => {
  it.each([
    [{ fields: { pattern: 'is required' } }, { pattern: 'is required' }],
    [{ args: [{ name: 'pattern', message: 'is required' }] }, { pattern: 'is required' }],
    [
      { action: 'a', faults: [{ kind: 'missing', arg: 'pattern', message: 'is required' }] },
      { pattern: 'is required' },
    ],
    [{ field: 'path' }, { path: 'Two args are wrong.' }],
    [{}, {}],
  ])('%j', (details, fields) => expect(fieldProblems(problemOf(refusal(details)))).toEqual(fields))
})
