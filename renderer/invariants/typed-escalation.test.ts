import { describe, expect, it } from 'vitest'
import { blankEscalation, escalationOf, namesNothing, readEscalation, writeEscalation } from './typed-escalation'

const some = { when: 'some', paths: 'src/api/**, *.sql', types: ['tool_invocation'] } as const

describe('when a person is asked, as it is filled in', () => {
  it('is left to the text, left out, or said', () => {
    expect(escalationOf(blankEscalation)).toBeUndefined()
    expect(escalationOf({ ...some, when: 'never' })).toBeNull()
    expect(escalationOf({ ...some, when: 'always' })).toEqual({ always: true, paths: [], decision_types: [] })
    expect(escalationOf(some)).toEqual({
      always: false,
      paths: ['src/api/**', '*.sql'],
      decision_types: ['tool_invocation'],
    })
    expect(namesNothing({ ...blankEscalation, when: 'some' })).toBe(true)
    expect(namesNothing(some)).toBe(false)
  })

  it('comes back from an action’s text as it was written there', () => {
    for (const typed of [some, { ...blankEscalation, when: 'always' }, { ...blankEscalation, when: 'never' }] as const)
      expect(readEscalation(writeEscalation(typed))).toEqual(typed)
    expect(readEscalation({ paths: '*.sql' })).toEqual({ when: 'some', paths: '*.sql', types: [] })
  })
})
