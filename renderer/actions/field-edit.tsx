import type { DiagnosticView } from '@shared/contract/actions'
import { useState } from 'react'
import { Checkbox, Field, Select, Suggest, TextArea, TextInput } from '../ui'
import type { CompletionKey } from './complete'
import { type FieldValue, type Place, setField } from './edit-yaml'
import { sayDiagnostic } from './place-diagnostics'

/** An action's text that a form changes, with what was found in it and what its keys mean. */
export type Edit = {
  readonly source: string
  readonly onChange: (source: string) => void
  readonly found: readonly DiagnosticView[]
  readonly keys: readonly CompletionKey[]
}

/** How the core names a place: `args[0].type`; the other spelling of a key is told under the first. */
export const pathOf = (place: Place) =>
  place
    .map((part, at) =>
      typeof part === 'number' ? `[${part}]` : at === 0 ? part.replace('arguments', 'args') : `.${part}`,
    )
    .join('')

/** Whether a finding is about this place, be it that its key is not there. */
function concerns({ path, suggestion }: DiagnosticView, place: Place): boolean {
  return (
    path === pathOf(place) ||
    (path === pathOf(place.slice(0, -1)) && Boolean(suggestion?.startsWith(`${String(place.at(-1))}:`)))
  )
}

export function useField(edit: Edit, place: Place) {
  const key = String(place.at(-1))
  const below = pathOf(place.slice(0, -1)).replaceAll(/\[\d+\]/g, '[]')
  return {
    // A default stands in the sentence as "(false)", which the control itself shows.
    help: edit.keys
      .find((one) => one.key === key && one.path === below)
      ?.description.replace(/ \((?:true|false)\)/, ''),
    // Beside its field a finding need not name the key.
    error: edit.found
      .filter((one) => one.severity === 'error' && concerns(one, place))
      .map((one) => sayDiagnostic(one).replace(`${key}: `, ''))[0],
    set: (value: FieldValue) => {
      const next = setField(edit.source, place, value)
      if (next !== null) edit.onChange(next)
    },
  }
}

type FieldProps = {
  readonly edit: Edit
  readonly place: Place
  readonly label: string
  readonly value: unknown
}

const textOf = (value: unknown) =>
  value === undefined || value === null ? '' : Array.isArray(value) ? value.join(' ') : String(value)

export function TextField(
  props: FieldProps & {
    readonly required?: boolean
    readonly lines?: boolean
    readonly mono?: boolean
    readonly placeholder?: string
    readonly help?: string
  },
) {
  const { help, error, set } = useField(props.edit, props.place)
  const value = textOf(props.value)
  const change = (text: string) => set(text === '' && !props.required ? null : text)
  return (
    <Field label={props.label} help={props.help ?? help} error={error} required={props.required ?? false}>
      {props.lines ? (
        <TextArea value={value} onChange={(event) => change(event.target.value)} />
      ) : (
        <TextInput
          value={value}
          mono={props.mono ?? false}
          placeholder={props.placeholder}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  )
}

export function FlagField(
  props: FieldProps & {
    /** What holds where the text says nothing. */
    readonly usual: boolean
  },
) {
  const { help, set } = useField(props.edit, props.place)
  const checked = typeof props.value === 'boolean' ? props.value : props.usual
  return (
    <Checkbox
      label={<span className="font-medium">{props.label}</span>}
      checked={checked}
      help={help}
      onChange={(next) => set(next === props.usual ? null : next)}
    />
  )
}

type Named = { readonly value: string; readonly label: string; readonly hint?: string }

/** One of a few values; the one that holds where the text says nothing is left out of the text. */
export function ChoiceField(props: FieldProps & { readonly usual: string; readonly options: readonly Named[] }) {
  const { error, set } = useField(props.edit, props.place)
  const value = props.value === undefined || props.value === null ? props.usual : textOf(props.value)
  const known = props.options.some((one) => one.value === value)
  return (
    <Field label={props.label} error={error}>
      <Select
        value={value}
        onChange={(next) => set(next === props.usual ? null : next)}
        options={known ? props.options : [...props.options, { value, label: value }]}
      />
    </Field>
  )
}

/** A name that may be one of those there are. */
export function NameField(props: FieldProps & { readonly options: readonly Named[]; readonly placeholder: string }) {
  const { help, error, set } = useField(props.edit, props.place)
  return (
    // What holds without it stands in the empty field.
    <Field label={props.label} help={help?.replace(/; without it.*$/, '.')} error={error}>
      <Suggest
        value={textOf(props.value)}
        placeholder={props.placeholder}
        options={props.options}
        onChange={(text) => set(text === '' ? null : text)}
      />
    </Field>
  )
}

/** Several texts, one a line. A line that is begun and still empty is kept here, since the text has no place for it. */
export function LinesField(props: FieldProps & { readonly placeholder?: string }) {
  const { help, error, set } = useField(props.edit, props.place)
  const [typed, setTyped] = useState<string | null>(null)
  const lines = Array.isArray(props.value) ? props.value.map(String) : props.value ? [textOf(props.value)] : []
  const change = (text: string) => {
    setTyped(text)
    const said = text.split('\n').filter((line) => line.trim() !== '')
    set(said.length > 0 ? said : null)
  }
  return (
    <Field label={props.label} note="one a line" help={help} error={error}>
      <TextArea
        mono
        className="min-h-7!"
        rows={1}
        value={typed ?? lines.join('\n')}
        placeholder={props.placeholder}
        onChange={(event) => change(event.target.value)}
        onBlur={() => setTyped(null)}
      />
    </Field>
  )
}

export const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
