import type { DiagnosticView } from '@shared/contract/actions'
import { argTypes } from '@shared/model/action'
import { Plus, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { Button, Checkbox, Field, IconButton, Select, TextArea, TextInput } from '../ui'
import type { CompletionKey } from './complete'
import { addEntry, type FieldValue, type Place, readFields, setField } from './edit-yaml'
import { sayDiagnostic } from './place-diagnostics'

type Edit = {
  readonly source: string
  readonly onChange: (source: string) => void
  readonly found: readonly DiagnosticView[]
  readonly keys: readonly CompletionKey[]
}

/** How the core names a place: `args[0].type`. */
const pathOf = (place: Place) =>
  place.map((part, at) => (typeof part === 'number' ? `[${part}]` : at === 0 ? part : `.${part}`)).join('')

function useField(edit: Edit, place: Place) {
  const key = String(place.at(-1))
  const below = place.length > 1 ? `${String(place[0])}[]` : ''
  return {
    // A default stands in the sentence as "(false)", which the control itself shows.
    help: edit.keys
      .find((one) => one.key === key && one.path === below)
      ?.description.replace(/ \((?:true|false)\)/, ''),
    error: edit.found.filter((one) => one.severity === 'error' && one.path === pathOf(place)).map(sayDiagnostic)[0],
    set: (value: FieldValue) => {
      const next = setField(edit.source, place, value)
      if (next !== null) edit.onChange(next)
    },
  }
}

function TextField(props: {
  readonly edit: Edit
  readonly place: Place
  readonly label: string
  readonly value: unknown
  readonly required?: boolean
  readonly lines?: boolean
  readonly mono?: boolean
}) {
  const { help, error, set } = useField(props.edit, props.place)
  const value = props.value === undefined || props.value === null ? '' : String(props.value)
  const change = (text: string) => set(text === '' && !props.required ? null : text)
  return (
    <Field label={props.label} help={help} error={error} required={props.required ?? false}>
      {props.lines ? (
        <TextArea value={value} onChange={(event) => change(event.target.value)} />
      ) : (
        <TextInput value={value} mono={props.mono ?? false} onChange={(event) => change(event.target.value)} />
      )}
    </Field>
  )
}

function FlagField(props: {
  readonly edit: Edit
  readonly place: Place
  readonly label: string
  readonly value: unknown
  /** What holds where the text says nothing. */
  readonly usual: boolean
}) {
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

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

function ArgFields({ edit, list, at, arg }: { edit: Edit; list: string; at: number; arg: Record<string, unknown> }) {
  const place = (key: string): Place => [list, at, key]
  const type = useField(edit, place('type'))
  const choices = useField(edit, place('choices'))
  const whole = useField(edit, [list, at])
  const name = typeof arg['name'] === 'string' && arg['name'] !== '' ? arg['name'] : `Argument ${at + 1}`
  return (
    <li aria-label={name} className="flex flex-col gap-3 rounded-md border border-line bg-canvas p-3">
      <div className="grid grid-cols-[1fr_9rem_auto] items-start gap-2">
        <TextField edit={edit} place={place('name')} label="Name" value={arg['name']} required mono />
        <Field label="Type" error={type.error}>
          <Select
            value={argTypes.find((known) => known === arg['type']) ?? null}
            options={argTypes.map((value) => ({ value, label: value }))}
            onChange={type.set}
          />
        </Field>
        <span className="pt-6">
          <IconButton icon={Trash2} label={`Remove ${name}`} onClick={() => whole.set(null)} />
        </span>
      </div>
      <TextField edit={edit} place={place('description')} label="Description" value={arg['description']} />
      {arg['type'] === 'choice' && (
        <Field label="Choices" note="one a line" error={choices.error}>
          <TextArea
            value={Array.isArray(arg['choices']) ? arg['choices'].join('\n') : ''}
            onChange={(event) => choices.set(event.target.value.split('\n'))}
          />
        </Field>
      )}
      <FlagField edit={edit} place={place('required')} label="Required" value={arg['required']} usual={false} />
    </li>
  )
}

/** What the action’s text says, to be changed without knowing YAML; the text changes with it and keeps its comments. */
export default function ActionFields(edit: Edit) {
  const fields = useMemo(() => readFields(edit.source), [edit.source])
  if (fields === null)
    return (
      <section aria-label="Details of the action">
        <p className="text-muted">The text cannot be read yet; the problems say why.</p>
      </section>
    )
  const list = 'arguments' in fields ? 'arguments' : 'args'
  const args = Array.isArray(fields[list]) ? fields[list].map(record) : []
  const add = () => {
    const taken = new Set(args.map((arg) => arg['name']))
    const name = ['new_argument', ...args.map((_, at) => `new_argument_${at + 2}`)].find((one) => !taken.has(one))
    const next = addEntry(edit.source, list, { name, type: 'string' })
    if (next !== null) edit.onChange(next)
  }
  return (
    <section aria-label="Details of the action" className="flex flex-col gap-4">
      <TextField edit={edit} place={['name']} label="Name" value={fields['name']} required mono />
      <TextField edit={edit} place={['description']} label="Description" value={fields['description']} />
      <TextField
        edit={edit}
        place={['definition_of_done']}
        label="Definition of done"
        value={fields['definition_of_done']}
        required
        lines
      />
      <FlagField edit={edit} place={['read_only']} label="Read only" value={fields['read_only']} usual={false} />
      <FlagField edit={edit} place={['reusable']} label="Reusable" value={fields['reusable']} usual />
      <h2 className="font-medium">Arguments</h2>
      <ul aria-label="Arguments" className="flex flex-col gap-2">
        {args.map((arg, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- an argument is its place: its name is what is edited
          <ArgFields key={at} edit={edit} list={list} at={at} arg={arg} />
        ))}
      </ul>
      <span>
        <Button icon={Plus} onClick={add}>
          Add argument
        </Button>
      </span>
    </section>
  )
}
