import { expect, test } from 'vitest'
import { proseBlocks } from './prose-blocks'

test('points become a list, with what is indented below one as its rest', () => {
  expect(proseBlocks('- One\n- Two,\n  and its rest\n* Three\n')).toEqual([
    { kind: 'list', points: ['One', 'Two, and its rest', 'Three'] },
  ])
})

test('what is no point stays a paragraph, apart where an empty line is', () => {
  expect(proseBlocks('All of it:\n\n- One - with a dash\n\nFirst line\nsecond line\n\n-not a point')).toEqual([
    { kind: 'paragraph', text: 'All of it:' },
    { kind: 'list', points: ['One - with a dash'] },
    { kind: 'paragraph', text: 'First line\nsecond line' },
    { kind: 'paragraph', text: '-not a point' },
  ])
})

test('an empty text has no blocks', () => {
  expect(proseBlocks(' \n')).toEqual([])
})
