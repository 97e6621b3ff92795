import type { UncommittedFile } from './types'

export type CheckoutStatus = {
  /** null where the branch has no commit yet. */
  readonly head: string | null
  /** null where HEAD is detached. */
  readonly branch: string | null
  readonly behind: number | null
  readonly files: readonly UncommittedFile[]
}

const words: Readonly<Record<string, string>> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type',
}

function wordOf(xy: string): string {
  const letter = [...xy].find((one) => one !== '.') ?? 'M'
  return words[letter] ?? 'modified'
}

/** The text after the `count`-th space: names may hold spaces themselves. */
function after(text: string, count: number): string {
  let at = 0
  for (let seen = 0; seen < count; seen++) at = text.indexOf(' ', at) + 1
  return text.slice(at)
}

/** Reads `git status --porcelain=v2 --branch -z`. */
export function parseStatus(output: string): CheckoutStatus {
  const records = output.split('\0')
  const headers = new Map<string, string>()
  const files: UncommittedFile[] = []
  for (let at = 0; at < records.length; at++) {
    const record = records[at] ?? ''
    switch (record[0]) {
      case '#':
        headers.set(record.split(' ')[1] ?? '', after(record, 2))
        break
      case '1':
        files.push({ path: after(record, 8), status: wordOf(record.slice(2, 4)) })
        break
      case '2':
        files.push({ path: after(record, 9), status: wordOf(record.slice(2, 4)) })
        at++
        break
      case 'u':
        files.push({ path: after(record, 10), status: 'conflicted' })
        break
      case '?':
        files.push({ path: record.slice(2), status: 'untracked' })
        break
      default:
        break
    }
  }
  const head = headers.get('branch.oid') ?? '(initial)'
  const branch = headers.get('branch.head') ?? '(detached)'
  const behind = / -(\d+)$/.exec(headers.get('branch.ab') ?? '')
  return {
    head: head === '(initial)' ? null : head,
    branch: branch === '(detached)' ? null : branch,
    behind: behind ? Number(behind[1]) : null,
    files,
  }
}
