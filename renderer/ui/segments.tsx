import { cx } from './cx'

/** Two to five exclusive choices in one strip. */
export function Segments<T extends string>(props: {
  readonly label: string
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly value: T
  readonly onChange: (value: T) => void
}) {
  return (
    <div role="group" aria-label={props.label} className="inline-flex h-7 w-fit shrink-0 rounded-md bg-pressed p-0.5">
      {props.options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === props.value}
          onClick={() => props.onChange(option.value)}
          className={cx(
            'rounded-[4px] px-2.5 text-sm transition-colors',
            option.value === props.value
              ? 'bg-canvas font-medium text-ink ring-1 ring-line-strong'
              : 'text-muted hover:text-ink',
          )}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
