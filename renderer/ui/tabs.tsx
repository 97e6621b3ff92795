import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export type Tab<T extends string> = { readonly value: T; readonly label: string; readonly count?: ReactNode }

/** A row of tabs over one panel; the caller keeps which one is open, usually in the URL. */
export function Tabs<T extends string>(props: {
  readonly label: string
  readonly tabs: readonly Tab<T>[]
  readonly value: T
  readonly onChange: (value: T) => void
  readonly children: ReactNode
}) {
  return (
    <Base.Root
      value={props.value}
      onValueChange={(value) => props.onChange(value as T)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <Base.List
        aria-label={props.label}
        activateOnFocus
        className="flex h-9 shrink-0 items-stretch gap-4 overflow-x-auto overflow-y-hidden border-b border-line px-4"
      >
        {props.tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="focus-inset -mb-px flex items-center gap-1.5 border-b-2 border-transparent px-0.5 text-muted transition-colors hover:text-ink data-[active]:border-accent-text data-[active]:font-medium data-[active]:text-ink"
          >
            {tab.label}
            {tab.count !== undefined && tab.count !== null && (
              <span className="text-sm font-normal text-muted tabular">{tab.count}</span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel value={props.value} className="focus-inset flex min-h-0 flex-1 flex-col">
        {props.children}
      </Base.Panel>
    </Base.Root>
  )
}
