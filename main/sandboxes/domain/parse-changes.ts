import type { Change, ChangeStatus } from './types'

export type RawChange = Omit<Change, 'insertions' | 'deletions' | 'binary' | 'patch' | 'tooLarge'>

const maximumPatch = 1024 * 1024
const maximumLine = 5000

function statusOf(letter: string, sameContent: boolean): ChangeStatus {
  switch (letter) {
    case 'A':
    case 'C':
      return 'added'
    case 'D':
      return 'deleted'
    case 'R':
      return 'renamed'
    case 'T':
      return 'type'
    default:
      return sameContent ? 'mode' : 'modified'
  }
}

/** Reads the raw part of `git diff-tree -r -z --raw`, and tells where it ends. */
export function parseRaw(fields: readonly string[]): { readonly changes: RawChange[]; readonly next: number } {
  const changes: RawChange[] = []
  let at = 0
  while ((fields[at] ?? '').startsWith(':')) {
    const [oldMode = '', newMode = '', oldOid = '', newOid = '', letters = ''] = (fields[at] ?? '').slice(1).split(' ')
    const moved = letters.startsWith('R') || letters.startsWith('C')
    const path = fields[at + (moved ? 2 : 1)] ?? ''
    const oldPath = letters.startsWith('R') ? (fields[at + 1] ?? '') : null
    const status = statusOf(letters[0] ?? 'M', oldOid === newOid)
    changes.push({
      path,
      oldPath,
      status,
      oldMode: status === 'added' ? null : oldMode,
      newMode: status === 'deleted' ? null : newMode,
      oldOid,
      newOid,
    })
    at += moved ? 3 : 2
  }
  return { changes, next: at }
}

function hasLongLine(patch: string): boolean {
  let start = 0
  for (;;) {
    const end = patch.indexOf('\n', start)
    if ((end < 0 ? patch.length : end) - start > maximumLine) return true
    if (end < 0) return false
    start = end + 1
  }
}

/** Cuts a patch text at its file headers; no line of content can begin with one. */
function cutPatches(text: string): string[] {
  const cuts: number[] = []
  for (let at = text.startsWith('diff --git ') ? 0 : text.indexOf('\ndiff --git ') + 1; at >= 0 && at < text.length;) {
    cuts.push(at)
    const next = text.indexOf('\ndiff --git ', at)
    if (next < 0) break
    at = next + 1
  }
  return cuts.map((start, index) => text.slice(start, cuts[index + 1] ?? text.length))
}

/**
 * Reads `git diff-tree -r -z -M --raw --numstat`, with or without `-p`. A patch over 1 MB or with a line of more than
 * 5,000 characters is left out and marked; where the output is not `complete`, so is the last one, which may be cut off, and what follows it.
 */
export function parseChanges(
  output: string,
  options: { readonly patches: boolean; readonly complete: boolean },
): Change[] {
  const fields = output.split('\0')
  const { changes, next } = parseRaw(fields)
  let at = next
  const counted = changes.map((change) => {
    const [insertions = '0', deletions = '0'] = (fields[at] ?? '').split('\t')
    at += change.oldPath === null ? 1 : 3
    return { change, insertions, deletions }
  })
  const patches = options.patches ? cutPatches(fields.slice(at).join('\0').replace(/^\0/, '')) : []
  let taken = 0
  const complete = ({ change, insertions, deletions }: (typeof counted)[number]): Change => {
    const count = change.status === 'type' ? 2 : 1
    const mine = patches.slice(taken, taken + count)
    taken += count
    const patch = mine.length === count && (options.complete || taken < patches.length) ? mine.join('') : null
    const tooLarge = options.patches && (patch === null || patch.length > maximumPatch || hasLongLine(patch))
    return {
      ...change,
      insertions: insertions === '-' ? 0 : Number(insertions),
      deletions: deletions === '-' ? 0 : Number(deletions),
      binary: insertions === '-',
      patch: tooLarge ? null : patch,
      tooLarge,
    }
  }
  return counted.map(complete)
}
