import { expect, it } from 'vitest'
import type { FileChange } from '../sandboxes'
import type { ReviewMemory } from './ports'
import { readContent } from './read-hunks'

const change: FileChange = {
  resource: 'local/api',
  resourceId: 'r1',
  path: 'a.ts',
  oldPath: null,
  status: 'modified',
  oldMode: '100644',
  newMode: '100644',
  oldOid: 'a'.repeat(40),
  newOid: 'b'.repeat(40),
  binary: false,
  insertions: 1,
  deletions: 1,
  patch: null,
  tooLarge: false,
}
const patch = '@@ -1 +1 @@\n-old\n+new\n'

/** What stores the files, and how often it was asked. */
function store(text: (oid: string) => Promise<string>) {
  const memory: ReviewMemory = { lists: new Map(), coloured: new Map(), read: new Map() }
  const asked: string[] = []
  const sandboxes = {
    content: async (_plan: string, _resource: string, oid: string) => {
      asked.push(oid.charAt(0))
      return Buffer.from(await text(oid))
    },
    patch: async () => {
      asked.push('patch')
      return Buffer.from(patch)
    },
  }
  return { asked, deps: { memory, sandboxes } }
}

it('reads a file once for all looks at it, and again where it is another', async () => {
  const { asked, deps } = store(async (oid) => (oid.startsWith('a') ? 'old\n' : 'new\n'))
  const [first, second] = await Promise.all([readContent(deps, 'p1', change), readContent(deps, 'p1', change)])
  expect(first).toMatchObject({ old: 'old\n', next: 'new\n', hunks: [{ rows: ['-old', '+new'] }] })
  expect(second).toBe(first)
  expect(asked.toSorted()).toEqual(['a', 'b', 'patch'])
  await readContent(deps, 'p1', { ...change, newOid: 'c'.repeat(40) })
  expect(asked).toContain('c')
})

it('keeps nothing that could not be read, and nothing that is long', async () => {
  let broken = true
  const { asked, deps } = store(async () => {
    if (broken) throw new Error('the disk is gone')
    return 'x'.repeat(3 * 1024 * 1024)
  })
  await expect(readContent(deps, 'p1', change)).rejects.toThrow('the disk is gone')
  broken = false
  await readContent(deps, 'p1', change)
  const once = asked.length
  await readContent(deps, 'p1', change)
  expect(asked.length).toBeGreaterThan(once)
})
