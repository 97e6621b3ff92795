import type { ActionRevisionView, ActionView } from '@shared/contract/actions'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, RotateCcw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useAsk, useCore } from '../core/core'
import { QueryView } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { formatNumber } from '../format/format'
import { Button, Chip, cx, notify, Section, Time } from '../ui'
import { changedLines, lineDiff } from './line-diff'

const looks = {
  same: { row: '', sign: ' ', said: '' },
  gone: { row: 'bg-diff-delete', sign: '−', said: 'deleted' },
  new: { row: 'bg-diff-add', sign: '+', said: 'added' },
} as const

/** What restoring would change of the present text. */
function Difference({ from, to, label }: { readonly from: string; readonly to: string; readonly label: string }) {
  const lines = useMemo(() => changedLines(lineDiff(from, to), 2), [from, to])
  if (lines.every((line) => line === null))
    return <p className="px-3 py-2 text-muted">The same text as the present one.</p>
  return (
    <div
      role="region"
      aria-label={label}
      // A scrolling region takes the keyboard, so that its end can be reached without a mouse.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="mono max-h-80 overflow-auto border-t border-line py-1"
    >
      <div className="w-max min-w-full">
        {lines.map((line, at) =>
          line === null ? (
            // oxlint-disable-next-line react/no-array-index-key -- lines have nothing else to tell them apart
            <div key={at} className="px-3 text-faint" aria-hidden>
              ⋯
            </div>
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- as above
            <div key={at} className={cx('flex px-3 whitespace-pre', looks[line.kind].row)}>
              <span
                className="w-4 shrink-0"
                {...(looks[line.kind].said
                  ? { role: 'img', 'aria-label': looks[line.kind].said }
                  : { 'aria-hidden': true })}
              >
                {looks[line.kind].sign}
              </span>
              {line.text}
            </div>
          ),
        )}
      </div>
    </div>
  )
}

function Revision(props: {
  readonly action: ActionView
  readonly revision: ActionRevisionView
  readonly busy: boolean
  readonly onRestore: () => void
}) {
  const { action, revision } = props
  const [open, setOpen] = useState(false)
  const current = revision.revision === action.revision
  return (
    <li className="border-b border-line last:border-b-0">
      <div className="flex h-8 items-center gap-2 pr-1.5 pl-2">
        <button
          type="button"
          disabled={current}
          aria-expanded={current ? undefined : open}
          onClick={() => setOpen(!open)}
          className="flex h-full min-w-0 flex-1 items-center gap-1.5 text-left"
        >
          <ChevronRight
            size={14}
            aria-hidden
            className={cx('shrink-0 text-muted transition-transform', open && 'rotate-90', current && 'opacity-0')}
          />
          <span className="tabular">Revision {formatNumber(revision.revision)}</span>
          <span className="truncate text-sm text-muted">
            <Time at={revision.created} />
          </span>
          {current && <Chip>present</Chip>}
        </button>
        {open && (
          <Button variant="ghost" icon={RotateCcw} busy={props.busy} onClick={props.onRestore}>
            Restore
          </Button>
        )}
      </div>
      {open && (
        <Difference
          from={action.source}
          to={revision.source}
          label={`What restoring revision ${revision.revision} changes`}
        />
      )}
    </li>
  )
}

/** Every save of an action: compared with the present one, and brought back. */
export function ActionVersions({ action }: { readonly action: ActionView }) {
  const { client } = useCore()
  const input = { action: action.action_id }
  const query = useQuery(useAsk().actions.revisions.queryOptions({ input }))
  const undo = useCommand((revision: number) => client.actions.restore({ ...input, revision }))
  const restore = useCommand((revision: number) => client.actions.restore({ ...input, revision }), {
    onDone: (restored, revision) =>
      notify.done(`Revision ${revision} is restored`, {
        hint: `It is revision ${restored.revision} now.`,
        action: { label: 'Undo', run: () => undo.run(restored.revision - 1) },
      }),
  })
  if (action.revision < 2) return null
  return (
    <Section title="Versions" count={formatNumber(action.revision)}>
      <QueryView query={query}>
        {({ revisions }) => (
          <ul aria-label={`Versions of ${action.name}`} className="overflow-hidden rounded-md border border-line">
            {revisions.map((revision) => (
              <Revision
                key={revision.revision}
                action={action}
                revision={revision}
                busy={restore.busy}
                onRestore={() => restore.run(revision.revision)}
              />
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  )
}
