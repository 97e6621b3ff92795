import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronsUpDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { rank } from '../format/rank'
import { useFieldControl } from './field'
import type { Option } from './select'

const inOrder = <T extends string>(options: readonly Option<T>[], query: string) =>
  query.trim() === ''
    ? options
    : rank(
        options.map((option) => ({ id: option.value, label: option.label, keywords: option.hint ?? '', option })),
        query,
        [],
      ).map(({ option }) => option)

/** One of many named things, found by typing any piece of its name; the best match first. */
export function Picker<T extends string>(props: {
  readonly value: T | null
  readonly options: readonly Option<T>[]
  readonly onChange: (value: T) => void
  readonly placeholder?: string
  /** Needed where no `Field` names it. */
  readonly label?: string
  /** Takes the focus when the screen is gone to. */
  readonly first?: boolean
}) {
  const control = useFieldControl()
  const [query, setQuery] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const choose = (value: T) => {
    props.onChange(value)
    // What is typed next is another search, not more of the name that stands there now.
    requestAnimationFrame(() => input.current?.select())
  }
  const chosen = props.options.find((option) => option.value === props.value) ?? null
  return (
    <Base.Root
      items={props.options}
      filteredItems={inOrder(props.options, query)}
      value={chosen}
      isItemEqualToValue={(one: Option<T>, other: Option<T>) => one.value === other.value}
      onValueChange={(option: Option<T> | null) => option && choose(option.value)}
      // What the control writes itself, as the name of what was chosen, is nothing to search for.
      onInputValueChange={(text, { reason }) => setQuery(reason === 'input-change' ? text : '')}
      onOpenChange={(open) => open && setQuery('')}
      autoHighlight
    >
      <div className="relative">
        <Base.Input
          {...control}
          ref={input}
          aria-label={props.label}
          data-first-field={props.first || undefined}
          placeholder={props.placeholder}
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
          className="h-7 w-full min-w-0 rounded-md border border-edge bg-canvas pr-7 pl-2 transition-colors hover:border-faint focus-visible:-outline-offset-1 aria-invalid:border-failed"
        />
        <ChevronsUpDown
          size={13}
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-muted"
        />
      </div>
      <Base.Portal>
        <Base.Positioner sideOffset={4} className="z-50">
          <Base.Popup className="max-h-80 w-[var(--anchor-width)] overflow-y-auto rounded-md bg-canvas p-1 shadow-float">
            <Base.Empty className="px-2 py-1 text-muted empty:hidden">Nothing is called like that.</Base.Empty>
            <Base.List>
              {(option: Option<T>) => (
                <Base.Item
                  key={option.value}
                  value={option}
                  className="flex min-h-7 items-center gap-2 rounded-[4px] px-2 py-1 outline-none data-[highlighted]:bg-selected"
                >
                  <span className="w-3.5 shrink-0">
                    <Base.ItemIndicator>
                      <Check size={13} aria-hidden />
                    </Base.ItemIndicator>
                  </span>
                  <span className="flex min-w-0 flex-col">
                    <span className="truncate">{option.label}</span>
                    {option.hint && <span className="text-sm text-muted">{option.hint}</span>}
                  </span>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
