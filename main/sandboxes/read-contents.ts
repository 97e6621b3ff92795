import { missing } from '@shared/model/refusal'
import type { Context } from './context'
import { textOf } from './repository-state'

function placeOf(context: Context, planId: string, resourceId: string): string {
  const sandbox = context.repository.findSandbox(planId, resourceId)
  if (!sandbox) throw missing('review.no_sandbox', 'The plan has not worked on this resource.', { hint: '' })
  return sandbox.repoRoot
}

/** Bytes of what git stores by these names, where it is a file. */
export async function sizesOf(
  context: Context,
  planId: string,
  resourceId: string,
  oids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (oids.length === 0) return new Map()
  const input = oids.map((oid) => `${oid}\n`).join('')
  const answer = await context.git.run(placeOf(context, planId, resourceId), ['cat-file', '--batch-check'], {
    read: true,
    input,
  })
  const sizes = new Map<string, number>()
  for (const line of textOf(answer).split('\n')) {
    const [oid = '', type, size] = line.split(' ')
    if (type === 'blob') sizes.set(oid, Number(size))
  }
  return sizes
}

/** What git stores by this name; null where it is larger than `limit` bytes. */
export async function readContent(
  context: Context,
  planId: string,
  resourceId: string,
  oid: string,
  limit: number,
): Promise<Buffer | null> {
  const repoRoot = placeOf(context, planId, resourceId)
  const keep = { head: limit + 1, tail: 0 }
  const { stdout } = await context.git.run(repoRoot, ['cat-file', 'blob', oid], { read: true, keep })
  return stdout.length > limit ? null : stdout
}

/** Cuts the answers of `cat-file --batch` for files, by their names. */
function contentsIn(answer: Buffer): ReadonlyMap<string, Buffer> {
  const contents = new Map<string, Buffer>()
  for (let at = 0; at < answer.length;) {
    const end = answer.indexOf(10, at)
    const [oid = '', type, size] = answer.toString('latin1', at, end).split(' ')
    if (type !== 'blob') {
      at = end + 1
      continue
    }
    const next = end + 1 + Number(size)
    contents.set(oid, answer.subarray(end + 1, next))
    at = next + 1
  }
  return contents
}

/** What git stores by these names, with two processes however many there are; without what is larger than `limit` bytes. */
export async function readContents(
  context: Context,
  planId: string,
  resourceId: string,
  oids: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, Buffer>> {
  const sizes = await sizesOf(context, planId, resourceId, [...new Set(oids)])
  const wanted = [...sizes].filter(([, size]) => size <= limit)
  if (wanted.length === 0) return new Map()
  const input = wanted.map(([oid]) => `${oid}\n`).join('')
  const place = placeOf(context, planId, resourceId)
  return contentsIn((await context.git.run(place, ['cat-file', '--batch'], { read: true, input })).stdout)
}

/** The patch from one stored file to another; null where it is larger than `limit` bytes. */
export async function readPatch(
  context: Context,
  planId: string,
  resourceId: string,
  [before, after]: readonly [string, string],
  limit: number,
): Promise<Buffer | null> {
  const args = ['diff', '--no-ext-diff', '--no-textconv', '--no-color', '--text', '-U3', before, after]
  const keep = { head: limit + 1, tail: 0 }
  const { stdout } = await context.git.run(placeOf(context, planId, resourceId), args, { read: true, keep })
  return stdout.length > limit ? null : stdout
}

const grepOutput = 2 * 1024 * 1024
const grepTime = 10_000

export type WordSearch = {
  /** The state to look in, by git's name of its tree. */
  readonly tree: string
  readonly words: readonly string[]
  /** Git's patterns of paths; all where there is none. */
  readonly only?: readonly string[]
}

/** The files of a state that hold these words as whole words, by the word; null where looking took too long. */
export async function filesNaming(
  context: Context,
  planId: string,
  resourceId: string,
  { tree, words, only = [] }: WordSearch,
): Promise<ReadonlyMap<string, readonly string[]> | null> {
  if (words.length === 0) return new Map()
  const found = new Map<string, Set<string>>(words.map((word) => [word, new Set()]))
  const sandbox = context.repository.findSandbox(planId, resourceId)
  const subdir = sandbox?.subdir ?? ''
  const inside = subdir === '' ? only : (only.length > 0 ? only : ['*']).map((one) => `${subdir}/${one}`)
  const args = [
    'grep',
    '--no-color',
    '--full-name',
    '-I',
    '-F',
    '-w',
    '-o',
    '-z',
    ...words.flatMap((word) => ['-e', word]),
    tree,
    ...(inside.length > 0 ? ['--', ...inside] : []),
  ]
  try {
    const { stdout } = await context.git.run(placeOf(context, planId, resourceId), args, {
      read: true,
      expect: [0, 1],
      timeoutMs: grepTime,
      keep: { head: grepOutput, tail: 0 },
    })
    for (const line of stdout.toString('utf8').split('\n')) {
      const [place = '', word = ''] = line.split('\0')
      const path = place.slice(tree.length + 1)
      found.get(word)?.add(subdir === '' ? path : path.slice(subdir.length + 1))
    }
    return new Map([...found].map(([word, paths]) => [word, [...paths]]))
  } catch (error) {
    // A repository too large to be searched in time, or a state that git has pruned, has no answer; the plan has its own.
    if (error instanceof Error && error.name === 'GitError') return null
    throw error
  }
}
