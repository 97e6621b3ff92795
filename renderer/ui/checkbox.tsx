import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'

export function Checkbox(props: {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly label: ReactNode
  readonly help?: ReactNode
  readonly disabled?: boolean
}) {
  const id = useId()
  return (
    <div className="flex items-start gap-2">
      <Base.Root
        checked={props.checked}
        onCheckedChange={props.onChange}
        disabled={props.disabled ?? false}
        aria-labelledby={`${id}-label`}
        aria-describedby={props.help ? `${id}-help` : undefined}
        className="mt-[3px] flex size-3.5 shrink-0 items-center justify-center rounded-[4px] border border-edge bg-canvas text-on-accent transition-colors data-[checked]:border-transparent data-[checked]:bg-accent data-[disabled]:opacity-50"
      >
        <Base.Indicator>
          <Check size={11} strokeWidth={3} aria-hidden />
        </Base.Indicator>
      </Base.Root>
      <div className="min-w-0">
        {/* The box beside it is the keyboard's way; the words only widen the target. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
        <div id={`${id}-label`} onClick={() => !props.disabled && props.onChange(!props.checked)}>
          {props.label}
        </div>
        {props.help && (
          <div id={`${id}-help`} className="text-sm text-muted">
            {props.help}
          </div>
        )}
      </div>
    </div>
  )
}
