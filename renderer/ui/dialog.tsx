import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from './button'
import { cx } from './cx'

const widths = { sm: 'w-[26rem]', md: 'w-[36rem]', lg: 'w-[52rem]', xl: 'w-[72rem]' } as const

/** The step that the dialog is for, while it can be taken. */
const primaryIn = (popup: HTMLElement | null) =>
  popup?.querySelector<HTMLButtonElement>('footer [data-primary]:not(:disabled):not([aria-disabled])') ?? null

/** Moves the focus that waits on the dialog to its step as soon as that can be taken, as once a preview is there. */
function usePrimaryFocus(popup: { readonly current: HTMLElement | null }, open: boolean): void {
  useEffect(() => {
    const at = document.activeElement
    // What had the focus may be gone with what it did, which leaves the focus nowhere.
    if (open && popup.current && (at === popup.current || at === document.body)) primaryIn(popup.current)?.focus()
  })
}

/** The steps of a form that fills a dialog: below its fields as a footer is, and in sight however long it is. */
export function FormFooter({ children }: { readonly children: ReactNode }) {
  return (
    <div className="sticky -bottom-4 -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-canvas px-4 py-3">
      {children}
    </div>
  )
}

/** A window over the screen; Escape and a click beside it close it. */
export function Dialog(props: {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: ReactNode
  readonly size?: keyof typeof widths
  readonly footer?: ReactNode
  /** Content to its edges and no visible title, as for the command palette. */
  readonly bare?: boolean
  readonly children: ReactNode
}) {
  const popup = useRef<HTMLDivElement>(null)
  usePrimaryFocus(popup, props.open)
  // A field that asked for the focus keeps it; else the step that the dialog is for, or where there is only a
  // dangerous one the way back; never the close button.
  const initialFocus = () => {
    const box = popup.current
    if (!box || box.contains(document.activeElement)) return false
    const waits = box.querySelector('footer [data-primary]') !== null
    return primaryIn(box) ?? (waits ? box : (box.querySelector<HTMLElement>('footer button') ?? box))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target === popup.current) primaryIn(popup.current)?.click()
  }
  return (
    <Base.Root open={props.open} onOpenChange={(open) => !open && props.onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/30 transition-opacity data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Base.Popup
          ref={popup}
          initialFocus={initialFocus}
          onKeyDown={onKeyDown}
          className={cx(
            'outline-none fixed top-[12vh] left-1/2 z-40 flex max-h-[80vh] max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-col overflow-hidden rounded-[8px] bg-canvas shadow-float transition-opacity data-[ending-style]:opacity-0 data-[starting-style]:opacity-0',
            widths[props.size ?? 'md'],
          )}
        >
          {props.bare ? (
            <>
              <Base.Title className="sr-only">{props.title}</Base.Title>
              {props.children}
            </>
          ) : (
            <>
              <header className="flex items-start gap-3 border-b border-line py-2 pr-2 pl-4">
                <div className="min-w-0 flex-1 py-1">
                  <Base.Title className="text-lg font-semibold">{props.title}</Base.Title>
                  {props.description && (
                    <Base.Description className="mt-0.5 text-muted">{props.description}</Base.Description>
                  )}
                </div>
                <Base.Close render={<IconButton icon={X} label="Close" shortcut="Esc" />} />
              </header>
              <div className="min-h-0 flex-1 overflow-y-auto p-4">{props.children}</div>
              {props.footer && (
                <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3">
                  {props.footer}
                </footer>
              )}
            </>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
