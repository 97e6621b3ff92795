import type { ValidationView } from '@shared/contract/validations'
import { reporters, validationModes, validationPhases } from '@shared/model/validation'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useAsk } from '../core/core'
import { Button, Field, Select, TextInput } from '../ui'
import { commandOf } from '../validations/command-of'
import { modeWords, phaseMeanings } from '../validations/words'
import { addEntry, type Place } from './edit-yaml'
import { EntryItem } from './entry-item'
import { ChoiceField, type Edit, record, TextField, useField } from './field-edit'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const modeOptions = validationModes.map((value) => ({ value, label: capital(modeWords[value]) }))
const phaseOptions = validationPhases.map((value) => ({ value, label: capital(phaseMeanings[value]) }))
const reporterOptions = [
  { value: '', label: 'By its exit status alone' },
  ...reporters.map((value) => ({ value, label: `Output of ${value}` })),
]

/** What a check says that is not the usual, for the text of an action. */
function entryOf(one: ValidationView): Readonly<Record<string, unknown>> {
  return {
    name: one.name.split('/').at(-1),
    ...(one.command === null ? { tool: one.tool } : { command: one.command }),
    ...(one.description === '' ? {} : { description: one.description }),
    ...(one.mode === 'required' ? {} : { mode: one.mode }),
    ...(one.phase === 'execute' ? {} : { phase: one.phase }),
    ...(one.timeout_s === 300 ? {} : { timeout: one.timeout_s }),
    ...(one.parse === null ? {} : { parse: one.parse }),
  }
}

function CheckFields(props: {
  readonly edit: Edit
  readonly at: number
  readonly check: Readonly<Record<string, unknown>>
}) {
  const { edit, at, check } = props
  const place = (key: string): Place => ['validations', at, key]
  const whole = useField(edit, ['validations', at])
  const timeout = useField(edit, place('timeout'))
  const name = typeof check['name'] === 'string' && check['name'] !== '' ? check['name'] : `Validation ${at + 1}`
  return (
    <EntryItem
      name={name}
      removeLabel={`Remove ${name}`}
      onRemove={() => whole.set(null)}
      head={<TextField edit={edit} place={place('name')} label="Name" value={check['name']} help="" required mono />}
    >
      {check['tool'] === undefined ? (
        <TextField edit={edit} place={place('command')} label="Command" value={check['command']} required mono />
      ) : (
        <TextField edit={edit} place={place('tool')} label="Tool" value={check['tool']} mono />
      )}
      <div className="grid grid-cols-2 gap-3">
        <ChoiceField
          edit={edit}
          place={place('mode')}
          label="Mode"
          value={check['mode']}
          usual="required"
          options={modeOptions}
        />
        <ChoiceField
          edit={edit}
          place={place('phase')}
          label="Runs"
          value={check['phase']}
          usual="execute"
          options={phaseOptions}
        />
        <ChoiceField
          edit={edit}
          place={place('parse')}
          label="Passes"
          value={check['parse']}
          usual=""
          options={reporterOptions}
        />
        <Field label="Timeout" note="seconds" error={timeout.error}>
          <TextInput
            type="number"
            min={1}
            value={typeof check['timeout'] === 'number' ? check['timeout'] : ''}
            placeholder="300"
            onChange={(event) => timeout.set(event.target.value === '' ? null : Number(event.target.value))}
          />
        </Field>
      </div>
    </EntryItem>
  )
}

/** The checks of an action's plans: written here, or begun from one that is there. */
export function ActionChecks({
  edit,
  fields,
}: {
  readonly edit: Edit
  readonly fields: Readonly<Record<string, unknown>>
}) {
  const { data } = useQuery(useAsk().validations.list.queryOptions())
  const checks = Array.isArray(fields['validations']) ? fields['validations'].map(record) : []
  const known = data?.validations ?? []
  const add = (entry: Readonly<Record<string, unknown>>) => {
    const next = addEntry(edit.source, 'validations', entry)
    if (next !== null) edit.onChange(next)
  }
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-medium">Validations</h2>
      <p className="text-sm text-muted">Checks that the changes of its plans have to pass.</p>
      {checks.length > 0 && (
        <ul aria-label="Validations" className="flex flex-col gap-2">
          {checks.map((check, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a check is its place: its name is what is edited
            <CheckFields key={at} edit={edit} at={at} check={check} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={Plus} onClick={() => add({ name: `check-${checks.length + 1}`, command: 'npm test' })}>
          Add validation
        </Button>
        {known.length > 0 && (
          <div className="min-w-0 flex-1 basis-52">
            <Select
              label="Copy a validation"
              value={null}
              placeholder="Copy one that is there…"
              onChange={(name) => {
                const one = known.find((each) => each.name === name)
                if (one) add(entryOf(one))
              }}
              options={known.map((one) => ({ value: one.name, label: one.name, hint: commandOf(one) }))}
            />
          </div>
        )}
      </div>
    </section>
  )
}
