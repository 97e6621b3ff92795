import { describe, expect, it } from 'vitest'
import { rank } from './rank'

const items = [
  'New plan',
  'Plans',
  'Projects',
  'Settings › Providers',
  'local/fix-health',
  'local/rename-function',
].map((label) => ({ id: label, label }))
const found = (query: string, recent: string[] = []) => rank(items, query, recent).map((item) => item.label)

describe('ranking in the palette', () => {
  it('puts a beginning before a word’s beginning', () => expect(found('pl')).toEqual(['Plans', 'New plan']))
  it('finds words inside names', () => expect(found('health')[0]).toBe('local/fix-health'))
  it('finds a name by its beginning behind the namespace', () =>
    expect(
      rank(
        [
          { id: 'a', label: 'team/aprew' },
          { id: 'b', label: 'local/rewrite-pattern' },
        ],
        'rew',
        [],
      )[0]?.id,
    ).toBe('b'))
  it('finds initials', () => expect(found('np')[0]).toBe('New plan'))
  it('finds nothing for what is not there', () => expect(found('xyz')).toEqual([]))
  it('shows recents first while nothing is typed', () => expect(found('', ['Projects'])[0]).toBe('Projects'))
  it('prefers the recent one of two equal matches', () =>
    expect(found('local', ['local/rename-function'])[0]).toBe('local/rename-function'))
})
