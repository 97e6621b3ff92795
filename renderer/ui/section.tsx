import type { ReactNode } from 'react'

/** A titled part of a detail pane. */
export function Section(props: {
  readonly title: string
  readonly count?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <div className="flex min-h-7 flex-wrap items-center gap-2">
        <h2>{props.title}</h2>
        {props.count !== undefined && <span className="text-sm text-muted tabular">{props.count}</span>}
        <div className="flex-1" />
        {props.actions}
      </div>
      {props.children}
    </section>
  )
}

/** The strip above a screen's content: a title or filters at the left, what one can do at the right. */
export function Toolbar({ children, label }: { readonly children: ReactNode; readonly label?: string }) {
  return (
    <div
      role={label ? 'group' : undefined}
      aria-label={label}
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-1"
    >
      {children}
    </div>
  )
}

export function Spacer() {
  return <div className="flex-1" />
}
