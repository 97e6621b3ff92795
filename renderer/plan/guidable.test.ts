import { expect, it } from 'vitest'
import { builtinActor } from './guidable'

const actors = { strategy: 'openai/gpt-5.4', execution: 'Builtin/Command' }

it('names the built-in actor that acts in the phase, and none where a model acts or a held call waits', () => {
  expect(builtinActor({ actors, phase: 'execute', reason: 'validation' })).toBe('Builtin/Command')
  expect(builtinActor({ actors, phase: 'apply', reason: null })).toBe('Builtin/Command')
  expect(builtinActor({ actors, phase: 'strategize', reason: null })).toBeNull()
  expect(builtinActor({ actors, phase: 'execute', reason: 'guard' })).toBeNull()
})
