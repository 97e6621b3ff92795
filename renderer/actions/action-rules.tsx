import { Plus } from 'lucide-react'
import { useState } from 'react'
import { EscalationField } from '../invariants/escalation-field'
import { readEscalation, type TypedEscalation, writeEscalation } from '../invariants/typed-escalation'
import { Button, Field, TextArea } from '../ui'
import { addEntry, type FieldValue, type Place } from './edit-yaml'
import { EntryItem } from './entry-item'
import { type Edit, FlagField, LinesField, record, TextField, useField } from './field-edit'

/** When a rule sends something to a person. What is begun and names nothing yet is kept here; the text has no word for it. */
function RuleEscalation({
  edit,
  place,
  value,
}: {
  readonly edit: Edit
  readonly place: Place
  readonly value: unknown
}) {
  const { error, set } = useField(edit, place)
  const [begun, setBegun] = useState<TypedEscalation | null>(null)
  const change = (typed: TypedEscalation) => {
    const written = writeEscalation(typed)
    const names = written === null || written === 'always' || Object.keys(written).length > 0
    setBegun(typed.when === 'some' ? typed : null)
    set(names ? written : null)
  }
  return <EscalationField value={begun ?? readEscalation(value)} error={error} onChange={change} />
}

function Parts(props: { readonly edit: Edit; readonly at: number; readonly rule: Readonly<Record<string, unknown>> }) {
  const { edit, at, rule } = props
  const place = (key: string): Place => ['invariants', at, key]
  return (
    <>
      <LinesField
        edit={edit}
        place={place('only_paths')}
        label="Only these paths may change"
        value={rule['only_paths']}
        placeholder="src/**"
      />
      <LinesField
        edit={edit}
        place={place('never_paths')}
        label="These paths never change"
        value={rule['never_paths']}
        placeholder="migrations/**"
      />
      <TextField
        edit={edit}
        place={place('command')}
        label="Command"
        value={rule['command']}
        placeholder="npm run lint"
        mono
      />
      <RuleEscalation edit={edit} place={place('escalate')} value={rule['escalate']} />
      <FlagField
        edit={edit}
        place={place('non_overridable')}
        label="Cannot be set aside"
        value={rule['non_overridable']}
        usual={false}
      />
    </>
  )
}

function RuleFields({ edit, at, value }: { readonly edit: Edit; readonly at: number; readonly value: unknown }) {
  const plain = typeof value === 'string' || value === null
  const rule = plain ? { text: value ?? '' } : record(value)
  const whole = useField(edit, ['invariants', at])
  const text = useField(edit, ['invariants', at, 'text'])
  const label = `Rule ${at + 1}`
  // A rule of words alone stays a line of text until it gets a part that a machine can check.
  const setText = (next: FieldValue) => (plain ? whole.set(next ?? '') : text.set(next ?? ''))
  return (
    <EntryItem
      name={label}
      removeLabel={`Remove rule ${at + 1}`}
      onRemove={() => whole.set(null)}
      head={
        <Field label={label} error={whole.error ?? text.error}>
          <TextArea
            spellCheck
            rows={1}
            className="min-h-7!"
            value={String(rule['text'] ?? '')}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      }
    >
      {plain ? (
        <span>
          <Button icon={Plus} onClick={() => whole.set({ text: value ?? '' })}>
            Add a check
          </Button>
        </span>
      ) : (
        <Parts edit={edit} at={at} rule={rule} />
      )}
    </EntryItem>
  )
}

/** The rules of an action, in words and with parts that a machine checks. */
export function ActionRules({
  edit,
  fields,
}: {
  readonly edit: Edit
  readonly fields: Readonly<Record<string, unknown>>
}) {
  const rules: readonly unknown[] = Array.isArray(fields['invariants']) ? fields['invariants'] : []
  const add = () => {
    const next = addEntry(edit.source, 'invariants', 'Public interfaces stay compatible')
    if (next !== null) edit.onChange(next)
  }
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-medium">Invariants</h2>
      <p className="text-sm text-muted">Rules that hold throughout every plan of this action.</p>
      {rules.length > 0 && (
        <ul aria-label="Invariants" className="flex flex-col gap-2">
          {rules.map((rule, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a rule is its place: its text is what is edited
            <RuleFields key={at} edit={edit} at={at} value={rule} />
          ))}
        </ul>
      )}
      <span>
        <Button icon={Plus} onClick={add}>
          Add invariant
        </Button>
      </span>
    </section>
  )
}
