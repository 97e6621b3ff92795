import { Autocomplete as Base } from '@base-ui/react/autocomplete'
import { useFieldControl } from './field'
import type { Option } from './select'

const fits = ({ value, label, hint }: Option<string>, typed: string) =>
  `${value} ${label} ${hint ?? ''}`.toLowerCase().includes(typed.trim().toLowerCase())

/** A text of one's own, with the names there are to take instead. */
export function Suggest(props: {
  readonly value: string
  readonly options: readonly Option<string>[]
  readonly onChange: (value: string) => void
  readonly placeholder?: string
}) {
  const control = useFieldControl()
  const { value, options } = props
  // Once a name stands there, the others are what one may want in its place.
  const offered = options.some((one) => one.value === value) ? options : options.filter((one) => fits(one, value))
  return (
    <Base.Root
      items={options}
      filteredItems={offered}
      value={value}
      onValueChange={props.onChange}
      itemToStringValue={(option: Option<string>) => option.value}
      openOnInputClick
    >
      <Base.Input
        {...control}
        placeholder={props.placeholder}
        spellCheck={false}
        className="mono placeholder:font-sans h-7 w-full min-w-0 rounded-md border border-edge bg-canvas px-2 transition-colors hover:border-faint focus-visible:-outline-offset-1 aria-invalid:border-failed"
      />
      <Base.Portal>
        <Base.Positioner sideOffset={4} className="z-50">
          <Base.Popup className="max-h-80 w-[var(--anchor-width)] overflow-y-auto rounded-md bg-canvas p-1 shadow-float data-[empty]:hidden">
            <Base.List>
              {(option: Option<string>) => (
                <Base.Item
                  key={option.value}
                  value={option}
                  className="flex min-h-7 flex-col justify-center rounded-[4px] px-2 py-1 outline-none data-[highlighted]:bg-selected"
                >
                  <span className="mono truncate">{option.label}</span>
                  {option.hint && <span className="text-sm text-muted">{option.hint}</span>}
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
