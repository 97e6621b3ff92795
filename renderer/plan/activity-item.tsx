import type { ActivityItem } from '@shared/contract/activity'
import { Link } from '@tanstack/react-router'
import {
  Activity,
  Brain,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  Flag,
  Info,
  type LucideIcon,
  MessageSquare,
  Puzzle,
  RotateCw,
  Text,
  Wrench,
} from 'lucide-react'
import { CodeBlock, cx, Duration, linkLook, Time, Words } from '../ui'
import type { ActivityRow } from './activity-rows'
import { checkpointLine } from './checkpoint-title'

const icons: Readonly<Record<ActivityItem['kind'], LucideIcon>> = {
  state: Activity,
  text: Text,
  reasoning: Brain,
  tool_call: Wrench,
  tool_result: Wrench,
  decision: Puzzle,
  checkpoint: Flag,
  retry: RotateCw,
  notice: Info,
  error: CircleAlert,
  guidance: MessageSquare,
}

function Body({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div className="min-w-0">
      <div className="text-sm text-muted">{title}</div>
      <CodeBlock label={title} text={text} wrap className="max-h-72" />
    </div>
  )
}

function Outcome({ item, result }: ActivityRow) {
  const ok = result?.ok ?? item.ok
  const ms = result?.duration_ms ?? item.duration_ms
  return (
    <>
      {ms !== null && (
        <span className="shrink-0 text-sm text-muted">
          <Duration ms={ms} />
        </span>
      )}
      {ok === true && item.kind === 'tool_call' && (
        <CircleCheck size={13} className="shrink-0 text-done" aria-label="worked" />
      )}
      {ok === false && (
        <span className="flex shrink-0 items-center gap-1 text-sm text-failed">
          <CircleAlert size={13} aria-hidden />
          failed
        </span>
      )}
    </>
  )
}

/** One line of activity; the whole text and a tool's result on demand. */
export function ActivityLine(props: {
  readonly row: ActivityRow
  readonly open: boolean
  readonly onToggle: () => void
}) {
  const { item, result } = props.row
  const Icon = icons[item.kind]
  const prose = item.kind === 'text' || item.kind === 'guidance'
  const more = item.body !== '' || result !== null
  return (
    <div className="border-b border-line px-4 py-1.5">
      <div className="flex min-h-5 items-start gap-2">
        <button
          type="button"
          data-row-stop
          aria-expanded={more ? props.open : undefined}
          disabled={!more}
          onClick={props.onToggle}
          className="flex min-w-0 flex-1 items-start gap-2 rounded-[4px] text-left"
        >
          <ChevronRight
            size={13}
            aria-hidden
            className={cx(
              'mt-[3.5px] shrink-0 text-muted transition-transform',
              props.open && 'rotate-90',
              !more && 'invisible',
            )}
          />
          <Icon
            size={14}
            aria-hidden
            strokeWidth={1.75}
            className={cx('mt-[3px] shrink-0', item.kind === 'error' ? 'text-failed' : 'text-muted')}
          />
          <span
            className={cx(
              'min-w-0 flex-1 break-words',
              !props.open && 'line-clamp-2',
              item.kind === 'tool_call' && 'mono pt-px',
              item.kind === 'reasoning' && 'text-muted italic',
              item.kind === 'state' && 'font-medium',
              item.kind === 'checkpoint' && 'first-letter:uppercase',
            )}
          >
            {item.kind === 'tool_call' ? (
              item.title
            ) : (
              <Words text={item.kind === 'checkpoint' ? checkpointLine(item.title) : item.title} />
            )}
          </span>
        </button>
        <span className="flex h-5 shrink-0 items-center gap-2">
          {item.decision_id && (
            <Link
              to="/plans/$planId"
              params={{ planId: item.plan_id }}
              search={{ decision: item.decision_id }}
              className={cx(linkLook, 'shrink-0 text-sm')}
            >
              Decision
            </Link>
          )}
          <Outcome {...props.row} />
          <span className="w-[4.5rem] shrink-0 text-right text-sm text-muted">
            <Time at={item.at} />
          </span>
        </span>
      </div>
      {props.open && more && (
        <div className="mt-1.5 flex flex-col gap-2 pl-[2.6rem]">
          {item.body !== '' &&
            (prose ? (
              <p className="break-words whitespace-pre-wrap">{item.body}</p>
            ) : (
              <Body title={item.kind === 'tool_call' ? 'Arguments' : 'Details'} text={item.body} />
            ))}
          {result && <Body title={result.ok === false ? 'Failed with' : 'Result'} text={result.body || result.title} />}
        </div>
      )}
    </div>
  )
}
