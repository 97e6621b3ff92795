import {
  Archive,
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CirclePause,
  Info,
  LoaderCircle,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react'
import { cx } from './cx'

export type Tone = 'waiting' | 'running' | 'done' | 'failed' | 'muted'

export const toneText: Readonly<Record<Tone, string>> = {
  waiting: 'text-waiting',
  running: 'text-accent-text',
  done: 'text-done',
  failed: 'text-failed',
  muted: 'text-muted',
}

const icons = {
  waiting: CirclePause,
  running: LoaderCircle,
  done: CircleCheck,
  failed: CircleAlert,
  muted: CircleDashed,
  cancelled: Ban,
  archived: Archive,
  warning: TriangleAlert,
  info: Info,
} satisfies Record<string, LucideIcon>

/** A status as colour, icon and word together; `bare` keeps the word for screen readers only. */
export function StatusMark(props: {
  readonly tone: Tone
  readonly word: string
  readonly icon?: keyof typeof icons
  readonly bare?: boolean
}) {
  const Icon = icons[props.icon ?? props.tone]
  return (
    <span
      // Where the place is too narrow for the word, it is whole on hover.
      title={props.word}
      className={cx('inline-flex min-w-0 items-center gap-1.5 whitespace-nowrap', toneText[props.tone])}
    >
      <Icon
        size={14}
        aria-hidden
        className={cx('shrink-0', props.tone === 'running' && 'animate-[spin_1400ms_linear_infinite]')}
      />
      <span className={props.bare ? 'sr-only' : 'truncate'}>{props.word}</span>
    </span>
  )
}
