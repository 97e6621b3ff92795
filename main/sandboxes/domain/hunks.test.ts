import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseHunks, splitLines, withoutHunks, type HunkRange } from './hunks'

type Part = { readonly same: readonly string[]; readonly old: readonly string[]; readonly new: readonly string[] }

const line = fc.constantFrom('', 'a', 'b', 'x\r', 'y\r', '\t', '+', '-', '@@ -1 +1 @@')
const part: fc.Arbitrary<Part> = fc.record({
  same: fc.array(line, { minLength: 1, maxLength: 4 }),
  old: fc.array(line, { maxLength: 3 }),
  new: fc.array(line, { maxLength: 3 }),
})

const text = (lines: readonly string[], ended: boolean) => lines.join('\n') + (ended && lines.length > 0 ? '\n' : '')

/** Two texts and where they differ: each part's differing lines are one hunk, behind lines that are the same. */
function fileOf(parts: readonly Part[], endings: { readonly old: boolean; readonly new: boolean }) {
  const before: string[] = []
  const after: string[] = []
  const hunks: HunkRange[] = []
  for (const [at, one] of parts.entries()) {
    before.push(...one.same)
    after.push(...one.same)
    const last = at === parts.length - 1
    // A missing line feed at the end belongs to the last line, which is then part of the last hunk.
    const kept = last ? [...one.old, 'end'] : one.old
    const made = last ? [...one.new, 'end'] : one.new
    if (kept.length + made.length === 0) continue
    hunks.push({
      oldStart: kept.length === 0 ? before.length : before.length + 1,
      oldCount: kept.length,
      newStart: made.length === 0 ? after.length : after.length + 1,
      newCount: made.length,
    })
    before.push(...kept)
    after.push(...made)
  }
  return { before: text(before, endings.old), after: text(after, endings.new), hunks }
}

const file = fc
  .tuple(fc.array(part, { minLength: 1, maxLength: 6 }), fc.record({ old: fc.boolean(), new: fc.boolean() }))
  .map(([parts, endings]) => fileOf(parts, endings))

describe('choosing hunks', () => {
  it('gives the new file where none is rejected and the base where all are', () => {
    fc.assert(
      fc.property(file, ({ before, after, hunks }) => {
        expect(withoutHunks(before, after, [])).toBe(after)
        expect(withoutHunks(before, after, hunks)).toBe(before)
      }),
    )
  })

  it('does not depend on the order in which hunks were rejected', () => {
    fc.assert(
      fc.property(file, fc.infiniteStream(fc.boolean()), ({ before, after, hunks }, chosen) => {
        const some = hunks.filter(() => chosen.next().value)
        expect(withoutHunks(before, after, some.toReversed())).toBe(withoutHunks(before, after, some))
      }),
    )
  })

  it('leaves every other hunk as the new file has it', () => {
    fc.assert(
      fc.property(file, fc.nat(), ({ before, after, hunks }, pick) => {
        const one = hunks[pick % Math.max(hunks.length, 1)]
        if (!one) return
        const lines = splitLines(after)
        const from = one.newCount === 0 ? one.newStart : one.newStart - 1
        const old = one.oldCount === 0 ? one.oldStart : one.oldStart - 1
        const expected = [
          ...lines.slice(0, from),
          ...splitLines(before).slice(old, old + one.oldCount),
          ...lines.slice(from + one.newCount),
        ]
        expect(withoutHunks(before, after, [one])).toBe(expected.join(''))
      }),
    )
  })

  it('refuses a hunk that does not lie in the file', () => {
    expect(() => withoutHunks('a\n', 'b\n', [{ oldStart: 1, oldCount: 1, newStart: 1, newCount: 2 }])).toThrow('lie')
  })
})

describe('reading hunks', () => {
  it('tells rows, sections and a missing line feed; rows that look like headers stay rows', () => {
    const patch = [
      'diff --git a/f b/f',
      '--- a/f',
      '+++ b/f',
      '@@ -1,2 +1,2 @@',
      ' one',
      '-@@ -9 +9 @@',
      '+--- two\r',
      '@@ -10 +10,2 @@ function f()',
      '-last',
      '\\ No newline at end of file',
      '+last',
      '+more',
      '\\ No newline at end of file',
      '',
    ].join('\n')
    expect(parseHunks(patch)).toEqual([
      {
        range: { oldStart: 1, oldCount: 2, newStart: 1, newCount: 2 },
        section: '',
        rows: [' one', '-@@ -9 +9 @@', '+--- two\r'],
        unended: [],
      },
      {
        range: { oldStart: 10, oldCount: 1, newStart: 10, newCount: 2 },
        section: 'function f()',
        rows: ['-last', '+last', '+more'],
        unended: [0, 2],
      },
    ])
  })
})
