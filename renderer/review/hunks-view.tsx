import type { ChangedFile } from '@shared/contract/plans'
import type { FileDiffView } from '@shared/contract/review'
import type { PlanView } from '@shared/contract/plan-view'
import { FoldVertical, UnfoldVertical } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useShortcuts } from '../core/use-shortcuts'
import { IconButton } from '../ui'
import { CommentThread } from './comment-thread'
import { MoreHunks } from './diff-row'
import { DiffView } from './diff-view'
import { keyOf } from './file-nodes'
import { placeComments } from './place-comments'
import { placeIn, type Row, rowsOf } from './rows'
import { isHunkRejected, isHunkViewed, marksAfter, type Standing } from './standing'
import { useOpened } from './use-opened'
import type { Review } from './use-review'
import { useWholeLine, withWhole } from './whole-lines'

export type HunksProps = {
  readonly plan: PlanView
  readonly file: ChangedFile
  readonly review: Review
  readonly split: boolean
  /** Goes to the next or the previous file, whose hunks then go on. */
  readonly onFile: (by: 1 | -1) => void
  /** From which end a file is read that was reached over its neighbour. */
  readonly from: 'start' | 'end'
  readonly diff: FileDiffView
  /** The rest of a long file is on its way. */
  readonly coming: boolean
  readonly standing: Standing
}

const noHunk = { rejected: false, viewed: false, current: false } as const

/** Which hunk and which row the keyboard is at. */
function useFocus(diff: FileDiffView, rows: readonly Row[], props: Pick<HunksProps, 'from' | 'onFile'>) {
  const starts = useMemo(() => rows.flatMap((row, at) => (row.type === 'hunk' ? [at] : [])), [rows])
  const [hunkAt, setHunkAt] = useState(props.from === 'end' ? Math.max(0, diff.hunks.length - 1) : 0)
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const [goTo, setGoTo] = useState<{ readonly row: number } | null>(
    props.from === 'end' ? { row: starts.at(-1) ?? 0 } : null,
  )
  const start = starts[hunkAt] ?? 0
  return {
    hunkAt,
    goTo,
    active: activeKey === null ? start : rows.findIndex((row) => row.key === activeKey),
    /** The first line of the current hunk. */
    firstLine: rows[start + 1],
    setActive: (at: number) => {
      const row = rows[at]
      setActiveKey(row?.key ?? null)
      if (row && row.type !== 'said' && row.type !== 'gap' && row.at !== null) setHunkAt(row.at)
    },
    goToHunk: (at: number) => {
      if (at < 0) return props.onFile(-1)
      if (at >= diff.hunks.length) return props.onFile(1)
      setHunkAt(at)
      setActiveKey(`hunk:${at}`)
      setGoTo({ row: starts[at] ?? 0 })
    },
  }
}

/** Comments on a file's lines, and the form for one more. */
function useComments({ file, review }: HunksProps, diff: FileDiffView) {
  const [formAt, setFormAt] = useState<string | null>(null)
  const mine = review.comments.filter((comment) => keyOf(comment) === keyOf(file))
  const placed = placeComments(diff, mine)
  const said = [...placed.at.keys(), ...(formAt === null ? [] : [formAt])].sort().join(' ')
  const startOn = (row: Row | undefined) => {
    const place = placeIn(row)
    if (place) setFormAt(`${place.side}:${place.line}`)
  }
  const save = (rows: readonly Row[], key: string, text: string) => {
    for (const row of rows) {
      const place = placeIn(row)
      if (!place || `${place.side}:${place.line}` !== key) continue
      review.comment.run({ file, side: place.side, line: place.line, quote: place.text, text })
      break
    }
    setFormAt(null)
  }
  return { placed, said, formAt, startOn, save, close: () => setFormAt(null) }
}

/** The hunks of a file with what can be done with each. */
export function HunksView(props: HunksProps) {
  const { plan, file, review, split, standing } = props
  const cut = useWholeLine(plan, file)
  const diff = useMemo(() => withWhole(props.diff, cut.whole), [props.diff, cut.whole])
  const opened = useOpened(plan.plan_id, file, diff)
  const comments = useComments(props, diff)
  const { said, placed } = comments
  const rows = useMemo(
    () => rowsOf(diff, { split, opened: opened.opened, read: opened.read, said: new Set(said.split(' ')) }),
    [diff, split, opened.opened, opened.read, said],
  )
  const focus = useFocus(diff, rows, props)
  const { hunkAt } = focus
  const marks = diff.hunks.map((hunk) => hunk.mark)
  const isViewed = (at: number) => marks[at] === undefined || isHunkViewed(standing, marks[at])
  const view = (at: number) => {
    const mark = marks[at]
    if (mark === undefined) return
    review.setViewed(file, marksAfter(file, standing, marks, { mark, viewed: !isViewed(at) }))
  }
  const decide = (at: number) => {
    const hunk = diff.hunks[at]
    if (hunk) review.decide.run({ file, reject: !isHunkRejected(standing, hunk), hunk: hunk.number })
  }
  useShortcuts(
    {
      n: () => focus.goToHunk(hunkAt + 1),
      p: () => focus.goToHunk(hunkAt - 1),
      v: () => {
        const goesOn = !isViewed(hunkAt) && hunkAt + 1 < marks.length
        view(hunkAt)
        if (goesOn) focus.goToHunk(hunkAt + 1)
      },
      x: review.open ? () => decide(hunkAt) : undefined,
      m: review.open
        ? () => comments.startOn(placeIn(rows[focus.active]) ? rows[focus.active] : focus.firstLine)
        : undefined,
      w: opened.hasGaps ? opened.toggleWhole : undefined,
    },
    { first: true },
  )
  const inSight = new Set(rows.flatMap((row) => (row.type === 'said' ? [`${row.side}:${row.line}`] : [])))
  const elsewhere = [...placed.lost, ...[...placed.at].flatMap(([key, some]) => (inSight.has(key) ? [] : some))]
  const changeComment = (id: string, text: string | null) => review.changeComment.run({ id, text })
  return (
    <>
      {opened.hasGaps && (
        <span className="absolute top-1 right-2">
          <IconButton
            icon={opened.whole ? FoldVertical : UnfoldVertical}
            label={opened.whole ? 'Only changes' : 'Whole file'}
            shortcut="w"
            onClick={opened.toggleWhole}
          />
        </span>
      )}
      {!props.coming && diff.hunks.length < diff.total_hunks && (
        <MoreHunks shown={diff.hunks.length} total={diff.total_hunks} rows={diff.total_rows} />
      )}
      {elsewhere.length > 0 && (
        <section aria-label="Comments on lines that are not shown">
          <CommentThread comments={elsewhere} form={null} onChange={changeComment} />
        </section>
      )}
      <DiffView
        label={`Changes in ${file.path}`}
        rows={rows}
        split={split}
        active={focus.active}
        onActive={focus.setActive}
        lookOf={(at) => {
          const hunk = at === null ? undefined : diff.hunks[at]
          if (!hunk) return noHunk
          return {
            rejected: isHunkRejected(standing, hunk),
            viewed: isHunkViewed(standing, hunk.mark),
            current: at === hunkAt,
          }
        }}
        actions={{
          onComment: review.open ? comments.startOn : null,
          onWhole: cut.show,
          onOpenGap: opened.openGap,
          onViewed: view,
          onDecide: review.open ? decide : null,
        }}
        comments={placed.at}
        formAt={comments.formAt}
        onSaveComment={(key, text) => comments.save(rows, key, text)}
        onCancelComment={comments.close}
        onChangeComment={changeComment}
        goTo={focus.goTo}
      />
    </>
  )
}
