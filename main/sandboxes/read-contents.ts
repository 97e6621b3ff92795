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
