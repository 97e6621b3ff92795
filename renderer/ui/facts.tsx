import type { ReactNode } from 'react'

export type Fact = { readonly name: string; readonly value: ReactNode }

/** Names and values in two columns. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[minmax(6rem,max-content)_minmax(0,1fr)] gap-x-6 gap-y-1.5">
      {facts.map((fact) => (
        <div key={fact.name} className="contents">
          <dt className="text-muted">{fact.name}</dt>
          <dd className="min-w-0 break-words">{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}
