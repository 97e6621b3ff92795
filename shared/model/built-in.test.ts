import { expect, it } from 'vitest'
import { hasModel, isBuiltIn, judgesWords } from './built-in'

const builtIn = { strategy: 'builtin/rewrite', execution: 'Builtin/Rewrite', invariant: null }
const resolver = 'builtin/invariant-resolver'
const model = 'openai/gpt-5.4'

it('tells the actors that ship from models', () => {
  expect(isBuiltIn('Builtin/Command')).toBe(true)
  expect(isBuiltIn('local/builtin')).toBe(false)
  expect(hasModel(builtIn)).toBe(false)
  expect(hasModel({ ...builtIn, review: model })).toBe(true)
})

it('tells whether a model judges rules in words', () => {
  expect(judgesWords(builtIn)).toBe(false)
  expect(judgesWords({ ...builtIn, invariant: resolver })).toBe(false)
  expect(judgesWords({ ...builtIn, invariant: model })).toBe(true)
  expect(judgesWords({ ...builtIn, strategy: model, invariant: resolver })).toBe(true)
  expect(judgesWords({ ...builtIn, strategy: model })).toBe(false)
})
