import { describe, expect, it } from 'vitest'
import { unjudgedWarnings, whyUnchecked } from './unjudged-rules'

const none = { only_paths: null, never_paths: null, command: null, escalate: null }
const words = { text: 'Names are short.', checks: none }
const paths = { text: 'Only the sources.', checks: { ...none, only_paths: ['src/**'] } }
const asks = { always: true, paths: [], decision_types: [] }
const person = { text: 'Ask first.', checks: { ...none, escalate: asks } }
const builtin = { strategy: 'builtin/command', execution: 'builtin/command', invariant: null }
const shipped = { ...builtin, invariant: 'builtin/invariant-resolver' }

const running = { phase: 'execute', state: 'processing', gate: null } as const
const judged = 'is judged when Execute ends'

describe('a rule without a verdict', () => {
  it.each([
    ['in words, where nobody judges', words, builtin, 'not checked: a rule in words needs a model to judge it'],
    [
      'in words, where the judge has no model',
      words,
      shipped,
      'not checked: a rule in words needs a model to judge it',
    ],
    ['in words, where the strategist has one', words, { ...shipped, strategy: 'openai/gpt-5' }, judged],
    ['in words, where a model is named for it', words, { ...builtin, invariant: 'local/judge' }, judged],
    ['that asks for a person', person, builtin, 'asks a person about every decision'],
    ['of paths, which needs no judge', paths, builtin, 'is checked when Execute ends'],
  ])('%s', (_what, rule, actors, said) => {
    expect(whyUnchecked(rule, { ...running, actors })).toBe(said)
  })

  it('is not said to be checked yet where the plan has ended', () => {
    expect(whyUnchecked(paths, { ...running, actors: builtin, state: 'cancelled' })).toBe(
      'not checked: the plan has ended',
    )
  })

  it('is warned of where it is in words and no model judges it', () => {
    expect(unjudgedWarnings([words, paths, person], builtin)).toEqual([
      { level: 'warn', text: expect.stringMatching(/^Not checked: "Names are short\." .*invariant_actor/) },
    ])
    expect(unjudgedWarnings([words], { ...builtin, invariant: 'openai/gpt-5' })).toEqual([])
  })
})
