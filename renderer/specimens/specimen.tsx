import type { ReactNode } from 'react'

/** One primitive in one of its states, with what is to be seen there. */
export function Specimen(props: { readonly title: string; readonly children: ReactNode; readonly tall?: boolean }) {
  return (
    <section aria-label={props.title} className="flex min-w-0 flex-col gap-2">
      <h3 className="text-muted">{props.title}</h3>
      <div
        className={
          props.tall
            ? 'flex h-72 min-w-0 flex-col rounded-md border border-line'
            : 'flex min-w-0 flex-wrap items-start gap-2'
        }
      >
        {props.children}
      </div>
    </section>
  )
}
