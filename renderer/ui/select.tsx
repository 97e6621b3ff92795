import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import { cx } from './cx'
import { useFieldControl } from './field'

export type Option<T extends string> = { readonly value: T; readonly label: string; readonly hint?: string }

export function Select<T extends string>(props: {
  readonly value: T | null
  readonly options: readonly Option<T>[]
  readonly onChange: (value: T) => void
  readonly placeholder?: string
  readonly disabled?: boolean
  /** Needed where no `Field` names it. */
  readonly label?: string
  readonly className?: string
}) {
  const control = useFieldControl()
  const chosen = props.options.find((option) => option.value === props.value)
  return (
    <Base.Root
      value={props.value}
      onValueChange={(value) => value !== null && props.onChange(value)}
      disabled={props.disabled ?? false}
    >
      <Base.Trigger
        {...control}
        aria-label={props.label}
        className={cx(
          'flex h-7 w-full min-w-0 items-center gap-2 rounded-md border border-edge bg-canvas px-2 text-left transition-colors hover:border-faint aria-invalid:border-failed data-[disabled]:opacity-60',
          props.className,
        )}
      >
        <span className={cx('min-w-0 flex-1 truncate', !chosen && 'text-faint')}>
          {chosen?.label ?? props.placeholder ?? 'Choose…'}
        </span>
        <ChevronsUpDown size={13} aria-hidden className="shrink-0 text-muted" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50">
          <Base.Popup className="max-h-80 min-w-[var(--anchor-width)] max-w-[32rem] overflow-y-auto rounded-md bg-canvas p-1 shadow-float">
            {props.options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                className="flex min-h-7 items-center gap-2 rounded-[4px] px-2 py-1 outline-none data-[highlighted]:bg-selected"
              >
                <span className="w-3.5 shrink-0">
                  <Base.ItemIndicator>
                    <Check size={13} aria-hidden />
                  </Base.ItemIndicator>
                </span>
                <Base.ItemText className="flex min-w-0 flex-col">
                  <span className="truncate">{option.label}</span>
                  {option.hint && <span className="text-sm text-muted">{option.hint}</span>}
                </Base.ItemText>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
