import { argTypes } from '@shared/model/action'
import { Plus } from 'lucide-react'
import { Button, Field, Select } from '../ui'
import { addEntry, type Place } from './edit-yaml'
import { EntryItem } from './entry-item'
import { type Edit, FlagField, LinesField, record, TextField, useField } from './field-edit'

const typeWords: Readonly<Record<(typeof argTypes)[number], string>> = {
  string: 'Text',
  integer: 'Whole number',
  float: 'Number',
  boolean: 'Yes or no',
  path: 'Path',
  choice: 'Choice',
}

function ArgFields(props: {
  readonly edit: Edit
  readonly list: string
  readonly at: number
  readonly arg: Readonly<Record<string, unknown>>
}) {
  const { edit, list, at, arg } = props
  const place = (key: string): Place => [list, at, key]
  const type = useField(edit, place('type'))
  const whole = useField(edit, [list, at])
  const name = typeof arg['name'] === 'string' && arg['name'] !== '' ? arg['name'] : `Argument ${at + 1}`
  return (
    <EntryItem
      name={name}
      removeLabel={`Remove ${name}`}
      onRemove={() => whole.set(null)}
      head={
        <div className="grid grid-cols-[1fr_9rem] items-start gap-2">
          <TextField edit={edit} place={place('name')} label="Name" value={arg['name']} help="" required mono />
          <Field label="Type" error={type.error}>
            <Select
              value={argTypes.find((known) => known === arg['type']) ?? null}
              options={argTypes.map((value) => ({ value, label: typeWords[value] }))}
              onChange={type.set}
            />
          </Field>
        </div>
      }
    >
      <TextField edit={edit} place={place('description')} label="Description" value={arg['description']} />
      {arg['type'] === 'choice' && (
        <LinesField edit={edit} place={place('choices')} label="Choices" value={arg['choices']} />
      )}
      <FlagField edit={edit} place={place('required')} label="Required" value={arg['required']} usual={false} />
    </EntryItem>
  )
}

/** What a plan must be told, as entries that come and go. */
export function ActionArgs({
  edit,
  fields,
}: {
  readonly edit: Edit
  readonly fields: Readonly<Record<string, unknown>>
}) {
  const list = 'arguments' in fields ? 'arguments' : 'args'
  const args = Array.isArray(fields[list]) ? fields[list].map(record) : []
  const add = () => {
    const taken = new Set(args.map((arg) => arg['name']))
    const name = ['new_argument', ...args.map((_, at) => `new_argument_${at + 2}`)].find((one) => !taken.has(one))
    const next = addEntry(edit.source, list, { name, type: 'string' })
    if (next !== null) edit.onChange(next)
  }
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-medium">Arguments</h2>
      {args.length > 0 && (
        <ul aria-label="Arguments" className="flex flex-col gap-2">
          {args.map((arg, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- an argument is its place: its name is what is edited
            <ArgFields key={at} edit={edit} list={list} at={at} arg={arg} />
          ))}
        </ul>
      )}
      <span>
        <Button icon={Plus} onClick={add}>
          Add argument
        </Button>
      </span>
    </section>
  )
}
