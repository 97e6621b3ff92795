import type { ApplyConflictView, ConflictSideView } from '@shared/contract/plan-conflicts'
import { useState } from 'react'
import { formatNumber, plural } from '../format/format'
import { cx, Segments } from '../ui'

/** Lines of one side that are drawn; the whole file is in the repository and in the sandbox. */
const shown = 400

const lookOf = (line: string): string => {
  if (line.startsWith('+')) return 'bg-diff-add'
  if (line.startsWith('-')) return 'bg-diff-delete'
  return line.startsWith('@@') ? 'text-muted' : ''
}

/** What a patch says below its heading. */
export function hunkLines(patch: string): readonly string[] {
  const lines = patch.replace(/\n$/, '').split('\n')
  const first = lines.findIndex((line) => line.startsWith('@@'))
  return first < 0 ? [] : lines.slice(first)
}

function Lines(props: { readonly label: string; readonly lines: readonly string[]; readonly patch: boolean }) {
  const { lines } = props
  return (
    <pre
      role="region"
      aria-label={props.label}
      // A box that scrolls has to take the focus, else its end is out of reach.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="focus-inset mono max-h-64 overflow-auto py-1 leading-5"
    >
      <code className="block w-max min-w-full">
        {lines.slice(0, shown).map((line, at) => (
          // Lines have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at} className={cx('block px-3', props.patch && lookOf(line))}>
            {line === '' ? ' ' : line}
          </span>
        ))}
      </code>
      {lines.length > shown && (
        <span className="block px-3 font-sans text-muted">and {formatNumber(lines.length - shown)} more lines</span>
      )}
    </pre>
  )
}

function Content(props: {
  readonly label: string
  readonly side: ConflictSideView | null
  readonly patch: string | null
}) {
  const { label, side, patch } = props
  if (side === null) return <p className="px-3 py-2 text-muted">Deleted, or not there.</p>
  if (side.binary) return <p className="px-3 py-2 text-muted">Binary, {plural(side.size, 'byte')}.</p>
  const lines = patch === null ? [] : hunkLines(patch)
  if (lines.length > 0) return <Lines label={label} lines={lines} patch />
  if (side.text === null)
    return <p className="px-3 py-2 text-muted">Too large to be shown, {plural(side.size, 'byte')}.</p>
  return <Lines label={label} lines={side.text.replace(/\n$/, '').split('\n')} patch={false} />
}

function Pane(props: { readonly title: string; readonly note: string; readonly children: React.ReactNode }) {
  return (
    <div role="group" aria-label={props.title} className="min-w-0 overflow-hidden rounded-md border border-line">
      <h4 className="flex flex-wrap items-baseline gap-x-2 border-b border-line bg-panel px-3 py-1">
        <span className="font-medium">{props.title}</span>
        <span className="text-sm text-muted">{props.note}</span>
      </h4>
      {props.children}
    </div>
  )
}

type View = 'changes' | 'files'

/** A file in conflict from both sides: what became of it in the target and in the plan, or the three files themselves. */
export function ConflictSides({ conflict }: { readonly conflict: ApplyConflictView }) {
  const [view, setView] = useState<View>('changes')
  const { base, now, plan, path } = conflict
  const changes = view === 'changes'
  return (
    <div className="flex flex-col items-start gap-2">
      <Segments
        label="Shown"
        value={view}
        onChange={setView}
        options={[
          { value: 'changes', label: 'What each side changed' },
          { value: 'files', label: 'All three versions' },
        ]}
      />
      <div className={cx('grid w-full gap-2', changes ? 'lg:grid-cols-2' : 'lg:grid-cols-3')}>
        {!changes && (
          <Pane title="Base" note="what both began with">
            <Content label={`Base of ${path}`} side={base} patch={null} />
          </Pane>
        )}
        <Pane title="There now" note="in the target">
          <Content label={`${path} as it is there now`} side={now} patch={changes ? conflict.now_patch : null} />
        </Pane>
        <Pane title="The plan’s" note="in its sandbox">
          <Content label={`The plan’s ${path}`} side={plan} patch={changes ? conflict.plan_patch : null} />
        </Pane>
      </div>
    </div>
  )
}
