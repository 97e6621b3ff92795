import type { ChangedFile } from '@shared/contract/plans'
import type {
  DiffHunkView,
  FileDiffView,
  HunkRangeView,
  ReviewCommentView,
  ReviewStateView,
} from '@shared/contract/review'
import { factsOf, type Comment, type Decided, type ReadFile, type ReadHunk, type StoredRejection } from '../../review'
import { holds, rangesOf, sameRange, type FileChange, type HunkRange } from '../../sandboxes'

export const rangeView = (range: HunkRange): HunkRangeView => ({
  old_start: range.oldStart,
  old_count: range.oldCount,
  new_start: range.newStart,
  new_count: range.newCount,
})

const hunkStandings = (hunks: Decided['hunks']): ChangedFile['hunks'] =>
  hunks.map(({ range, rejected }, at) => ({ number: at + 1, ...rangeView(range), rejected }))

/** What a person decided about a file, of all that was rejected in the plan. */
export function standingOf(
  file: FileChange,
  all: readonly StoredRejection[],
): Pick<ChangedFile, 'rejected' | 'rejection_void' | 'hunks'> {
  const about = all.filter((row) => row.resourceId === file.resourceId && row.path === file.path)
  const now = about.filter((row) => holds(row, file))
  const rejected = now.some((row) => row.range === null)
  const isRejected = (range: HunkRange) =>
    rejected || now.some((row) => row.range !== null && sameRange(row.range, range))
  const ranges = file.patch === null || file.status === 'type' ? [] : rangesOf(file.patch)
  return {
    rejected,
    rejection_void: now.length < about.length,
    hunks: hunkStandings(ranges.map((range) => ({ range, rejected: isRejected(range) }))),
  }
}

export const decidedView = (planId: string, decided: Decided) => ({
  plan_id: planId,
  resource: decided.change.resource,
  path: decided.change.path,
  rejected: decided.rejected,
  hunks: hunkStandings(decided.hunks),
  accepted_files: decided.acceptedFiles,
})

function hunkView(hunk: ReadHunk, at: number): DiffHunkView {
  const { range, mark, section, rows, cut, unended, words, tokens } = hunk
  return {
    ...rangeView(range),
    number: at + 1,
    mark,
    section,
    rows: [...rows],
    cut: cut.map(([row, length]) => [row, length]),
    unended: [...unended],
    words: Object.fromEntries([...words].map(([row, marks]) => [row, [...marks]])),
    tokens: [...tokens],
  }
}

export function fileView(file: ReadFile, sizes: FileDiffView['size']): FileDiffView {
  const { change, hunks, totalHunks, totalRows, notShown } = file
  const { onlyEndings, size, ...facts } = factsOf(file)
  return {
    resource: change.resource,
    path: change.path,
    hunks: hunks.map(hunkView),
    total_hunks: totalHunks,
    total_rows: totalRows,
    ...facts,
    only_endings: onlyEndings,
    size: change.binary ? sizes : size,
    not_shown: notShown,
  }
}

export const commentView = (comment: Comment, resource: string): ReviewCommentView => ({
  id: comment.id,
  resource,
  path: comment.path,
  side: comment.side,
  line: comment.line,
  quote: comment.quote,
  text: comment.text,
  created: comment.created,
  sent: comment.sent,
})

type Said = {
  readonly rejections: readonly StoredRejection[]
  readonly viewed: readonly { readonly resourceId: string; readonly path: string; readonly mark: string }[]
  readonly comments: readonly Comment[]
}

/** All that was said about a plan's changes, by file. */
export function reviewStateView(planId: string, said: Said, nameOf: (resourceId: string) => string): ReviewStateView {
  const files = new Map<string, ReviewStateView['files'][number]>()
  const fileOf = ({ resourceId, path }: { readonly resourceId: string; readonly path: string }) => {
    const key = `${resourceId}\0${path}`
    const file = files.get(key) ?? { resource: nameOf(resourceId), path, rejections: [], viewed: [] }
    files.set(key, file)
    return file
  }
  for (const row of said.rejections)
    fileOf(row).rejections.push({ content: row.content, range: row.range && rangeView(row.range) })
  for (const row of said.viewed) fileOf(row).viewed.push(row.mark)
  const comments = said.comments.map((comment) => commentView(comment, nameOf(comment.resourceId)))
  return { plan_id: planId, files: [...files.values()], comments }
}
