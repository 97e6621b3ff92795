import { CirclePause, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx'

const looks = {
  waiting: { icon: CirclePause, box: 'border-waiting-line bg-waiting-soft', mark: 'text-waiting' },
  warning: { icon: TriangleAlert, box: 'border-waiting-line bg-waiting-soft', mark: 'text-waiting' },
  info: { icon: Info, box: 'border-line bg-panel', mark: 'text-muted' },
} as const

/** A sentence that belongs to what is below it. */
export function Banner(props: { readonly look: keyof typeof looks; readonly children: ReactNode }) {
  const { icon: Icon, box, mark } = looks[props.look]
  return (
    <div className={cx('flex gap-2.5 rounded-md border px-3 py-2', box)}>
      <Icon size={15} aria-hidden className={cx('mt-[2.5px] shrink-0', mark)} />
      <div className="min-w-0 flex-1 break-words">{props.children}</div>
    </div>
  )
}
