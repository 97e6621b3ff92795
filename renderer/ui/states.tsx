import { CircleAlert, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { cx } from './cx'
import { Words } from './prose'

/** Says what a place is for and offers the first step. */
export function EmptyState(props: {
  readonly icon: LucideIcon
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
}) {
  const Icon = props.icon
  return (
    <div className="m-auto flex max-w-lg flex-col items-center gap-2 px-6 py-12 text-center">
      <Icon size={22} aria-hidden className="text-faint" strokeWidth={1.5} />
      <h2 className="text-lg">{props.title}</h2>
      {props.children && <div className="text-balance text-muted">{props.children}</div>}
      {props.actions && <div className="mt-2 flex flex-wrap justify-center gap-2">{props.actions}</div>}
    </div>
  )
}

/** What happened, what was kept, what to do next. */
export function ErrorState(props: {
  readonly message: string
  readonly hint?: string
  readonly faultId?: string | null
  readonly children?: ReactNode
  readonly actions?: ReactNode
  readonly className?: string
}) {
  return (
    <div
      role="alert"
      className={cx('flex gap-2.5 rounded-md border border-failed-line bg-failed-soft px-3 py-2.5', props.className)}
    >
      <CircleAlert size={15} aria-hidden className="mt-[2.5px] shrink-0 text-failed" />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">
          <Words text={props.message} />
        </p>
        {props.hint && (
          <p className="break-words text-muted">
            <Words text={props.hint} />
          </p>
        )}
        {props.children}
        {props.faultId && <p className="mt-1 mono text-muted">Fault {props.faultId}</p>}
        {props.actions && <div className="mt-2 flex flex-wrap gap-2">{props.actions}</div>}
      </div>
    </div>
  )
}

/** Shows its content only once a wait has become noticeable. */
function AfterWait({ children, ms = 150 }: { readonly children: ReactNode; readonly ms?: number }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return late ? children : null
}

const lengths = ['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3', 'w-3/5', 'w-1/4'] as const

/** Grey rows in the place of a list that is on its way. */
export function Skeleton({ rows = 6 }: { readonly rows?: number }) {
  return (
    <AfterWait>
      <div role="status" aria-label="Loading" className="flex flex-col px-4 py-1">
        {Array.from({ length: rows }, (_, index) => (
          <div key={index} className="flex h-row items-center">
            <div
              className={cx(
                'h-2.5 animate-[breathe_1600ms_ease-in-out_infinite] rounded-full bg-pressed',
                lengths[index % lengths.length],
              )}
            />
          </div>
        ))}
      </div>
    </AfterWait>
  )
}
