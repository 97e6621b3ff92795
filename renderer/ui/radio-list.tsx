import { type ReactNode, useId } from 'react'
import { cx } from './cx'

export type Choice = {
  readonly value: string
  readonly label: ReactNode
  readonly note?: ReactNode
  readonly disabled?: boolean
}

/** A set of which one is chosen, as native radio buttons in bordered rows. */
export function RadioList(props: {
  readonly label: string
  readonly choices: readonly Choice[]
  readonly value: string | null
  readonly onChange: (value: string) => void
  readonly disabled?: boolean
}) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={props.label} className="overflow-hidden rounded-md border border-line">
      {props.choices.map((choice) => (
        <label
          key={choice.value}
          className={cx(
            'flex items-start gap-2.5 border-b border-line px-3 py-1.5 last:border-b-0 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent-text',
            props.value === choice.value && 'bg-accent-soft',
            !props.disabled && 'hover:bg-hover has-checked:hover:bg-accent-soft',
          )}
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={props.value === choice.value}
            disabled={props.disabled || choice.disabled}
            onChange={() => props.onChange(choice.value)}
            className="mt-[3px] size-3.5 shrink-0 accent-[var(--accent-solid)] outline-none"
          />
          <span className="min-w-0 flex-1 break-words">{choice.label}</span>
          {choice.note && <span className="shrink-0 text-sm text-muted tabular">{choice.note}</span>}
        </label>
      ))}
    </div>
  )
}
