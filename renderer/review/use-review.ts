import type { ChangedFile } from '@shared/contract/plans'
import type { FileDiffView, ReviewStateView } from '@shared/contract/review'
import type { PlanView } from '@shared/contract/plan-view'
import type { DiffSide } from '@shared/model/review'
import { isTerminal } from '@shared/model/plan'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useAsk, useCore } from '../core/core'
import { useCommand } from '../core/use-command'
import { plural } from '../format/format'
import { notify } from '../ui'
import { keyOf } from './file-nodes'
import { standingOf, type Standing } from './standing'

/** What was said about a plan's changes, and how to say more. */
export function useReview(plan: PlanView) {
  const { client } = useCore()
  const ask = useAsk()
  const queries = useQueryClient()
  const options = ask.review.state.queryOptions({ input: { plan_id: plan.plan_id } })
  const state = useQuery(options).data
  const said = useMemo(() => new Map(state?.files.map((file) => [keyOf(file), file])), [state])
  const planId = plan.plan_id
  const again = () => void queries.invalidateQueries({ queryKey: options.queryKey })

  const undo = useCommand(() => client.review.undoReject({ plan_id: planId }), { onDone: again })
  const decide = useCommand(
    (wish: { readonly file: ChangedFile; readonly reject: boolean; readonly hunk?: number }) => {
      const { file, hunk } = wish
      const input = { plan_id: planId, path: file.path, resource: file.resource, ...(hunk ? { hunk } : {}) }
      return wish.reject ? client.plans.reject(input) : client.plans.accept(input)
    },
    {
      onDone: (_, wish) => {
        again()
        if (wish.reject)
          notify.done(wish.hunk ? `Hunk ${wish.hunk} rejected` : 'File rejected', {
            hint: 'Apply leaves it out. The sandbox keeps it.',
            action: { label: 'Undo', run: () => undo.run() },
          })
      },
    },
  )
  const view = useCommand(
    (wish: { readonly file: ChangedFile; readonly add: string[]; readonly remove: string[] }) =>
      client.review.setViewed({
        plan_id: planId,
        resource: wish.file.resource,
        path: wish.file.path,
        add: wish.add,
        remove: wish.remove,
      }),
    { onDone: again },
  )
  const setViewed = (file: ChangedFile, marks: { readonly add: string[]; readonly remove: string[] }) => {
    // Marks are shown at once; the answer only confirms them.
    queries.setQueryData(options.queryKey, (before) => before && withMarks(before, file, marks))
    view.run({ file, ...marks })
  }
  const talk = useTalk(plan, again)
  return {
    open: !isTerminal(plan.state),
    comments: state?.comments ?? [],
    standing: (file: ChangedFile): Standing => standingOf(file, said.get(keyOf(file))),
    decide,
    setViewed,
    ...talk,
  }
}

/** Comments: kept until they are sent together. */
function useTalk(plan: PlanView, again: () => void) {
  const { client } = useCore()
  const planId = plan.plan_id
  const comment = useCommand(
    (given: { file: ChangedFile; side: DiffSide; line: number; quote: string; text: string }) =>
      client.review.comment({
        plan_id: planId,
        resource: given.file.resource,
        path: given.file.path,
        side: given.side,
        line: given.line,
        quote: given.quote.slice(0, 1000),
        text: given.text,
      }),
    { onDone: again },
  )
  const changeComment = useCommand(
    (given: { readonly id: string; readonly text: string | null }) =>
      client.review.changeComment({ plan_id: planId, comment_id: given.id, text: given.text }),
    { onDone: again },
  )
  const send = useCommand(() => client.review.send({ plan_id: planId }), {
    onDone: ({ sent }) => {
      again()
      notify.done(`${plural(sent, 'comment')} sent`, { hint: 'The plan goes on with them as guidance.' })
    },
  })
  return { comment, changeComment, send }
}

export type Review = ReturnType<typeof useReview>

function withMarks(
  state: ReviewStateView,
  file: ChangedFile,
  marks: { readonly add: readonly string[]; readonly remove: readonly string[] },
): ReviewStateView {
  const known = state.files.find((one) => keyOf(one) === keyOf(file))
  const before = known ?? { resource: file.resource, path: file.path, rejections: [], viewed: [] }
  const kept = before.viewed.filter((mark) => !marks.remove.includes(mark))
  const after = { ...before, viewed: [...new Set([...kept, ...marks.add])] }
  return { ...state, files: [...state.files.filter((one) => one !== known), after] }
}

/** Rows that a file is first read for: more than a screen holds, and there at once however long the file is. */
const firstRows = 1500

const isPart = (diff: FileDiffView | undefined): boolean =>
  diff !== undefined &&
  (diff.hunks.length < diff.total_hunks || diff.hunks.reduce((sum, { rows }) => sum + rows.length, 0) < diff.total_rows)

/**
 * One file's hunks; immutable for its content, so that they are asked for once. A long file shows its beginning while the rest
 * is `coming`; one that is read from its end comes as a whole.
 */
export function useFileDiff(plan: PlanView, file: ChangedFile, from: 'start' | 'end') {
  const options = useFileOptions(plan)
  const first = useQuery<FileDiffView>({ ...options(file, firstRows), enabled: from === 'start' })
  const whole = useQuery<FileDiffView>({ ...options(file), enabled: from === 'end' || isPart(first.data) })
  const query = from === 'end' || whole.data ? whole : first
  return { query, coming: query === first && whole.isFetching }
}

/** How to ask for a file, or for its first rows. */
function useFileOptions(plan: PlanView) {
  const ask = useAsk()
  return (file: ChangedFile, rows?: number) => ({
    ...ask.review.file.queryOptions({
      input: { plan_id: plan.plan_id, resource: file.resource, path: file.path, content: file.content, rows },
    }),
    // A long file is megabytes, and read again in a moment.
    gcTime: 60_000,
  })
}

/** Asks for the beginning of the file that is probably looked at next. */
export function useAskAhead(plan: PlanView, next: ChangedFile | undefined): void {
  const queries = useQueryClient()
  const options = useFileOptions(plan)
  useEffect(() => {
    if (next) void queries.prefetchQuery(options(next, firstRows))
    // Only the file matters; how to ask for it is made anew on every draw.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [next?.content, next?.path])
}
