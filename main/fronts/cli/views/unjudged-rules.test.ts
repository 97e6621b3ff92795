import { describe, expect, it } from 'vitest'
import { unjudgedWarnings, whyUnchecked } from './unjudged-rules'

const none = { only_paths: null, never_paths: null, command: null, escalate: null }
const words = { text: 'Names are short.', checks: none }
const paths = { text: 'Only the sources.', checks: { ...none, only_paths: ['src/**'] } }
const asks = { always: true, paths: [], decision_types: [] }
const person = { text: 'Ask first.', checks: { ...none, escalate: asks } }
const builtin = { strategy: 'builtin/command', execution: 'builtin/command', invariant: null }
const shipped = { ...builtin, invariant: 'builtin/invariant-resolver' }

describe('a rule without a verdict', () => {
  it.each([
    ['in words, where nobody judges', words, builtin, 'not checked: a rule in words needs a model to judge it'],
    [
      'in words, where the judge has no model',
      words,
      shipped,
      'not checked: a rule in words needs a model to judge it',
    ],
    ['in words, where the strategist has one', words, { ...shipped, strategy: 'openai/gpt-5' }, 'not checked yet'],
    ['in words, where a model is named for it', words, { ...builtin, invariant: 'local/judge' }, 'not checked yet'],
    ['that asks for a person', person, builtin, 'asks a person about every decision'],
    ['of paths, which needs no judge', paths, builtin, 'not checked yet'],
  ])('%s', (_what, rule, actors, said) => {
    expect(whyUnchecked(rule, { actors, state: 'processing' })).toBe(said)
  })

  it('is not said to be checked yet where the plan has ended', () => {
    expect(whyUnchecked(paths, { actors: builtin, state: 'cancelled' })).toBe('not checked')
  })

  it('is warned of where it is in words and no model judges it', () => {
    expect(unjudgedWarnings([words, paths, person], builtin)).toEqual([
      { level: 'warn', text: expect.stringMatching(/^Not checked: "Names are short\." .*invariant_actor/) },
    ])
    expect(unjudgedWarnings([words], { ...builtin, invariant: 'openai/gpt-5' })).toEqual([])
  })
})
