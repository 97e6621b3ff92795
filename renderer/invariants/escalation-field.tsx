import { decisionTypes } from '@shared/model/decision'
import { decisionKind } from '../plan/decision-words'
import { Checkbox, Field, Select, TextInput } from '../ui'
import type { TypedEscalation } from './typed-escalation'

const whens = [
  {
    value: 'text',
    label: 'Where the text asks for it',
    hint: 'A text that speaks of approval or review sends to you what it names',
  },
  { value: 'never', label: 'Never' },
  { value: 'always', label: 'About every decision' },
  { value: 'some', label: 'About some…', hint: 'Changes of paths, or kinds of decision' },
] as const

/** When a person is asked, whatever the confidence: as the text says, always, or about paths and kinds of decision. */
export function EscalationField(props: {
  readonly value: TypedEscalation
  /** Without it the text is never read for a proposal. */
  readonly fromText?: boolean
  readonly error?: string | undefined
  readonly onChange: (value: TypedEscalation) => void
}) {
  const { value, onChange } = props
  const toggle = (type: string, on: boolean) =>
    onChange({ ...value, types: on ? [...value.types, type] : value.types.filter((one) => one !== type) })
  return (
    <>
      <Field label="Ask a person" error={props.error}>
        <Select
          value={value.when}
          onChange={(when) => onChange({ ...value, when })}
          options={whens.filter((one) => props.fromText || one.value !== 'text')}
        />
      </Field>
      {value.when === 'some' && (
        <div className="flex flex-col gap-3 border-l border-line pl-3">
          <Field label="About changes in" help="Globs, apart by commas.">
            <TextInput
              mono
              value={value.paths}
              placeholder="src/api/**, *.sql"
              onChange={(event) => onChange({ ...value, paths: event.target.value })}
            />
          </Field>
          <fieldset>
            <legend className="mb-1 font-medium">About decisions of the kind</legend>
            <div className="grid grid-cols-2 gap-x-3 gap-y-1">
              {decisionTypes.map((type) => (
                <Checkbox
                  key={type}
                  checked={value.types.includes(type)}
                  onChange={(on) => toggle(type, on)}
                  label={decisionKind(type).word}
                />
              ))}
            </div>
          </fieldset>
        </div>
      )}
    </>
  )
}
