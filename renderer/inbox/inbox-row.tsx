import type { InboxItem } from '@shared/contract/inbox'
import {
  CircleAlert,
  CircleDollarSign,
  CirclePause,
  CircleStop,
  GitMerge,
  type LucideIcon,
  PackageX,
  Puzzle,
  ShieldQuestionMark,
} from 'lucide-react'
import { formatSoon } from '../format/format'
import { cx, Time } from '../ui'

const looks: Readonly<
  Record<InboxItem['kind'], { readonly icon: LucideIcon; readonly look: string; readonly word: string }>
> = {
  phase_gate: { icon: CirclePause, look: 'text-waiting', word: 'Approval' },
  decision: { icon: Puzzle, look: 'text-waiting', word: 'Decision' },
  error: { icon: CircleAlert, look: 'text-failed', word: 'Error' },
  conflict: { icon: GitMerge, look: 'text-failed', word: 'Conflict' },
  guard: { icon: ShieldQuestionMark, look: 'text-waiting', word: 'Permission' },
  budget: { icon: CircleDollarSign, look: 'text-waiting', word: 'Budget' },
  stopped: { icon: CircleStop, look: 'text-muted', word: 'Stopped' },
  sandbox: { icon: PackageX, look: 'text-failed', word: 'Sandbox' },
  other: { icon: CirclePause, look: 'text-waiting', word: 'Waiting' },
}

export function InboxRow(props: {
  readonly item: InboxItem
  readonly selected: boolean
  readonly onSelect: () => void
}) {
  const { item, selected } = props
  const { icon: Icon, look, word } = looks[item.kind]
  return (
    <button
      type="button"
      data-row-stop
      aria-current={selected ? 'true' : undefined}
      onClick={props.onSelect}
      className={cx(
        'focus-inset flex w-full items-start gap-2.5 px-4 py-1.5 text-left',
        selected ? 'bg-selected' : 'hover:bg-hover',
      )}
    >
      <Icon size={15} aria-hidden className={cx('mt-[2.5px] shrink-0', look)} strokeWidth={1.75} />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 break-words">{item.decision?.question ?? item.why}</span>
        <span className="flex gap-2 text-sm text-muted">
          <span className="min-w-0 flex-1 truncate">{item.decision ? item.why : word}</span>
          {item.snoozed_until === null ? <Time at={item.since} /> : <span>until {formatSoon(item.snoozed_until)}</span>}
        </span>
      </span>
    </button>
  )
}
