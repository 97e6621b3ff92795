import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import { Kbd } from './kbd'

export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return <Base.Provider delay={450}>{children}</Base.Provider>
}

/** More about its child on hover and focus; never the only place where something is said. */
export function Tooltip(props: {
  readonly label: ReactNode
  readonly shortcut?: string | undefined
  readonly children: ReactElement<Record<string, unknown>>
}) {
  return (
    <Base.Root>
      <Base.Trigger render={props.children} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-50">
          <Base.Popup className="max-w-80 rounded-md bg-[var(--gray-12)] px-2 py-1 text-sm break-words text-[var(--gray-1)] shadow-float">
            {props.label}
            {props.shortcut && (
              <span className="ml-1.5 opacity-95">
                <Kbd keys={props.shortcut} />
              </span>
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
