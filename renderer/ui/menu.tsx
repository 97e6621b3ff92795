import { Menu as Base } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import { cx } from './cx'
import { Kbd } from './kbd'

export type MenuItem = {
  readonly label: string
  readonly icon?: LucideIcon
  readonly shortcut?: string
  /** More about it, at the right and paler. */
  readonly note?: string
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly onSelect: () => void
}

export function Menu(props: {
  readonly trigger: ReactElement<Record<string, unknown>>
  readonly items: readonly MenuItem[]
  /** Where given, the caller opens and closes it, as for a shortcut. */
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
}) {
  const held = props.open === undefined ? {} : { open: props.open, onOpenChange: props.onOpenChange }
  return (
    <Base.Root {...held}>
      <Base.Trigger render={props.trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="end" className="z-50">
          <Base.Popup className="min-w-44 rounded-md bg-canvas p-1 shadow-float outline-none">
            {props.items.map(({ icon: Icon, ...item }) => (
              <Base.Item
                key={item.label}
                onClick={item.onSelect}
                disabled={item.disabled ?? false}
                className={cx(
                  'flex h-7 items-center gap-2 rounded-[4px] px-2 outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-selected',
                  item.danger && 'text-failed',
                )}
              >
                {Icon && <Icon size={14} aria-hidden />}
                <span className="flex-1">{item.label}</span>
                {item.note && <span className="pl-4 text-sm text-muted">{item.note}</span>}
                {item.shortcut && <Kbd keys={item.shortcut} />}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
