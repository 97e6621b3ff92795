import { describe, expect, it } from 'vitest'
import { dependantsIn } from './dependants'

const node = (id: string, parent_id: string | null, influenced_by: string[] = [], superseded = false) => ({
  id,
  parent_id,
  influenced_by,
  superseded,
})

describe('what hangs on a decision', () => {
  const of = dependantsIn([
    node('root', null),
    node('choice', 'root'),
    node('under', 'choice'),
    node('swayed', 'root', ['under']),
    node('gone', 'choice', [], true),
    node('beside', 'root'),
  ])
  it('is what stands under it and what that influenced, without what is superseded', () => {
    expect(of('choice')).toEqual(new Set(['under', 'swayed']))
    expect(of('beside')).toEqual(new Set())
  })
  it('is not told of the root', () => {
    expect(of('root')).toEqual(new Set())
  })
  it('ends where links go in a circle', () => {
    const round = dependantsIn([node('root', null), node('a', 'root', ['b']), node('b', 'root', ['a'])])
    expect(round('a')).toEqual(new Set(['b']))
  })
})
