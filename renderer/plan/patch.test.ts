import { describe, expect, it } from 'vitest'
import { parsePatch, patchWidth } from './patch'

const patch = `diff --git a/health.py b/health.py
index 1..2 100644
--- a/health.py
+++ b/health.py
@@ -1,3 +1,4 @@ def health():
 import db
-ok = db.ping()
+try:
+    ok = db.ping()

\\ No newline at end of file
@@ -40 +41 @@
--- not a header
+++ neither
`

describe('rows of a patch', () => {
  const rows = parsePatch(patch)
  it('numbers old and new lines from the hunk on', () => {
    expect(rows.slice(0, 5)).toEqual([
      { kind: 'hunk', text: 'def health():' },
      { kind: 'context', old: 1, new: 1, text: 'import db' },
      { kind: 'delete', old: 2, new: null, text: 'ok = db.ping()' },
      { kind: 'add', old: null, new: 2, text: 'try:' },
      { kind: 'add', old: null, new: 3, text: '    ok = db.ping()' },
    ])
  })
  it('takes lines that look like headers for what they are inside a hunk', () => {
    expect(rows.slice(-2)).toEqual([
      { kind: 'delete', old: 40, new: null, text: '-- not a header' },
      { kind: 'add', old: null, new: 41, text: '++ neither' },
    ])
  })
  it('reads a stripped empty line as context and a note as a note', () => {
    expect(rows[5]).toEqual({ kind: 'context', old: 3, new: 4, text: '' })
    expect(rows[6]).toEqual({ kind: 'note', text: 'No newline at end of file' })
  })
  it('has no rows where only a mode changed', () => {
    expect(parsePatch('diff --git a/x b/x\nold mode 100644\nnew mode 100755\n')).toEqual([])
  })
  it('drops carriage returns, which are no column', () => {
    expect(parsePatch('@@ -1 +1 @@\n+a\r\n')[1]).toMatchObject({ text: 'a' })
  })
  it('counts tabs as four columns', () => expect(patchWidth(parsePatch('@@ -1 +1 @@\n+\ta\n'))).toBe(5))
})
