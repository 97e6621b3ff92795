import type { ReactNode } from 'react'
import { cx } from './cx'

/** A short fact in a box: a type, a mode, a mark. */
export function Chip({
  children,
  tone = 'plain',
}: {
  readonly children: ReactNode
  readonly tone?: 'plain' | 'waiting' | 'done' | 'failed'
}) {
  return (
    <span
      className={cx(
        'inline-flex h-[18px] shrink-0 items-center gap-1 rounded-[4px] px-1.5 text-xs font-medium whitespace-nowrap',
        tone === 'plain' && 'bg-pressed text-muted',
        tone === 'waiting' && 'bg-waiting-soft text-waiting',
        tone === 'done' && 'bg-done-soft text-done',
        tone === 'failed' && 'bg-failed-soft text-failed',
      )}
    >
      {children}
    </span>
  )
}
