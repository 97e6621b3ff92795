import type { ActionArgView } from '@shared/contract/actions'
import { describe, expect, it } from 'vitest'
import { checkDraft, initialDraft } from './form'

const arg = (over: Partial<ActionArgView>): ActionArgView => ({
  name: 'x',
  type: 'string',
  required: false,
  default: null,
  description: '',
  choices: null,
  pattern: null,
  ...over,
})

describe('the form of an action', () => {
  it('begins with the defaults, each as its control holds it', () => {
    const specs = [
      arg({ name: 'count', type: 'integer', default: 3 }),
      arg({ name: 'strict', type: 'boolean', default: true }),
      arg({ name: 'note' }),
    ]
    expect(initialDraft(specs)).toEqual({ count: '3', strict: true, note: '' })
  })

  it.each<[Partial<ActionArgView>, string | boolean, unknown]>([
    [{ type: 'integer' }, '42', 42],
    [{ type: 'integer' }, '-1 ', -1],
    [{ type: 'float' }, '0.25', 0.25],
    [{ type: 'boolean' }, false, false],
    [{ type: 'choice', choices: ['a', 'b'] }, 'b', 'b'],
    [{ type: 'path' }, 'src/**', 'src/**'],
    [{ pattern: '^v\\d' }, 'v2', 'v2'],
    [{ pattern: '(?P<python>' }, 'anything', 'anything'],
  ])('%j takes %j', (over, raw, value) => {
    expect(checkDraft([arg(over)], { x: raw })).toEqual({ args: { x: value }, problems: {} })
  })

  it.each<[Partial<ActionArgView>, string]>([
    [{ type: 'integer' }, '1.5'],
    [{ type: 'float' }, 'one'],
    [{ type: 'choice', choices: ['a'] }, 'c'],
    [{ pattern: '^v\\d' }, '2'],
    [{ required: true }, '  '],
  ])('%j refuses %j at its field', (over, raw) => {
    const { args, problems } = checkDraft([arg(over)], { x: raw })
    expect(problems['x']).toBeTruthy()
    expect(args).toEqual({})
  })

  it('leaves an empty optional arg out', () =>
    expect(checkDraft([arg({})], { x: '' })).toEqual({ args: {}, problems: {} }))
})
