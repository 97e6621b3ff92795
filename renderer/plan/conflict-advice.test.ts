import { describe, expect, it } from 'vitest'
import { conflictAdvice, conflictSentence, isGuidable } from './conflict-advice'

describe('advice on conflicts', () => {
  it('speaks of uncommitted edits only where there are some', () => {
    const committed = conflictAdvice([{ cause: 'committed' }]).join(' ')
    expect(committed).not.toMatch(/stash|undo/)
    expect(committed).toMatch(/committed since the plan began/)
    expect(committed).toMatch(/Bring the plan up to date/)
    expect(conflictAdvice([{ cause: 'uncommitted' }]).join(' ')).toMatch(/stash or undo your uncommitted edits/)
    expect(conflictAdvice([{ cause: 'uncommitted' }, { cause: 'committed' }])).toHaveLength(2)
  })
  it('says above the tabs whose changes stand against the plan', () => {
    const [committed, uncommitted] = [{ cause: 'committed' }, { cause: 'uncommitted' }] as const
    expect(conflictSentence(null)).toMatch(/^The target got other changes/)
    expect(conflictSentence([committed])).not.toMatch(/uncommitted/)
    expect(conflictSentence([uncommitted])).toMatch(/^Your uncommitted edits/)
    expect(conflictSentence([committed, uncommitted])).toMatch(/^The target got.*your uncommitted edits/)
  })
  it('offers guidance only where a plan still takes it', () => {
    expect(isGuidable({ phase: 'apply', state: 'constrained' })).toBe(false)
    expect(isGuidable({ phase: 'execute', state: 'awaiting_input' })).toBe(true)
  })
})
