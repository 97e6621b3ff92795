import { describe, expect, it } from 'vitest'
import { checkWords, escalationWords, globsOf, judgeSentence, leftWords, reachWords, sourceWords } from './words'

const none = { only_paths: null, never_paths: null, command: null, escalate: null }

describe('a rule in words', () => {
  it('says what a machine checks, and nothing where only the text is judged', () => {
    expect(checkWords({ checks: none })).toEqual([])
    const checks = { ...none, only_paths: ['src/**', 'docs/**'], never_paths: ['*.sql'], command: ['npm', 'test'] }
    expect(checkWords({ checks })).toEqual([
      'Only src/**, docs/** may change',
      'Nothing in *.sql may change',
      'npm test has to exit with 0',
    ])
  })
  it('says who judges it, and that nobody does', () => {
    const rule = { checks: none, verdict: null }
    expect(judgeSentence(rule, true)).toBe('judged by a model')
    expect(judgeSentence(rule, false)).toBe('not checked: needs a model to judge it')
    expect(judgeSentence(rule)).toBeNull()
    expect(judgeSentence({ ...rule, verdict: 'holds' }, true)).toBeNull()
    expect(judgeSentence({ ...rule, checks: { ...none, never_paths: ['*.sql'] } }, false)).toBeNull()
  })
  it('says which plans a new one reaches', () => {
    const held = { reached: true, why: '' }
    const left = { reached: false, why: 'its global invariant "Never" says the opposite' }
    expect(reachWords('plan', [held])).toBe('This plan holds it from its next check on.')
    expect(reachWords('project', [])).toBe('Plans made from now on hold it.')
    expect(reachWords('global', [held, held, left])).toBe(
      'Plans made from now on hold it and 2 plans under way, from the next check on. ' +
        '1 plan under way cannot: its global invariant "Never" says the opposite.',
    )
  })
  it('says which plans no longer hold one that is removed', () => {
    const left = { instead: [] }
    expect(leftWords('plan', [left])).toBe('It no longer holds for this plan.')
    expect(leftWords('project', [])).toBe('New plans no longer hold it.')
    expect(leftWords('global', [left, { instead: ['Never'] }])).toBe(
      'New plans no longer hold it, nor do 2 plans under way. What had given way to it holds there now: Never.',
    )
  })
  it('says when a person is asked', () => {
    expect(escalationWords({ always: true, paths: ['a'], decision_types: [] })).toBe(
      'Asks a person about every decision',
    )
    expect(escalationWords({ always: false, paths: ['db/**'], decision_types: ['strategy_choice'] })).toBe(
      'Asks a person about decisions about strategy_choice and changes in db/**',
    )
  })
  it('names where it comes from', () => {
    expect(sourceWords({ scope: 'project', source: 'local/api' })).toBe('From the project local/api')
  })
  it('takes globs apart at commas and lines, without blanks', () => {
    expect(globsOf(' src/**, docs/** \n\n*.md,')).toEqual(['src/**', 'docs/**', '*.md'])
  })
})
