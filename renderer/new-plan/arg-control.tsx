import type { ActionArgView } from '@shared/contract/actions'
import { Checkbox, Field, Select, TextArea, TextInput } from '../ui'

const typeNotes: Readonly<Record<ActionArgView['type'], string>> = {
  string: 'text',
  integer: 'whole number',
  float: 'number',
  boolean: 'yes or no',
  path: 'path in the project',
  choice: 'one of these',
}

/** Of what type an arg is and whether it can be left out, in a few words. */
export function noteOf(arg: ActionArgView): string {
  const pattern = arg.pattern ? `, matches ${arg.pattern}` : ''
  return `${typeNotes[arg.type]}${arg.required ? '' : ', optional'}${pattern}`
}

/** The control for one arg, by its type. */
export function ArgControl(props: {
  readonly arg: ActionArgView
  readonly value: string | boolean
  readonly problem: string | undefined
  readonly onChange: (value: string | boolean) => void
}) {
  const { arg, value } = props
  if (arg.type === 'boolean')
    return (
      <Checkbox
        checked={value === true}
        onChange={props.onChange}
        label={<span className="font-medium">{arg.name}</span>}
        help={props.problem ?? arg.description}
      />
    )
  const text = String(value)
  const placeholder = arg.default === null || arg.default === '' ? '' : `Default: ${String(arg.default)}`
  return (
    <Field label={arg.name} note={noteOf(arg)} help={arg.description} error={props.problem} required={arg.required}>
      {arg.type === 'choice' && arg.choices ? (
        <Select
          value={text === '' ? null : text}
          onChange={props.onChange}
          options={arg.choices.map((choice) => ({ value: choice, label: choice }))}
        />
      ) : arg.type === 'string' ? (
        <TextArea
          rows={1}
          className="min-h-7!"
          mono={arg.pattern !== null}
          spellCheck={arg.pattern === null}
          value={text}
          placeholder={placeholder}
          onChange={(event) => props.onChange(event.target.value)}
        />
      ) : (
        <TextInput
          mono={arg.type === 'path'}
          inputMode={arg.type === 'integer' ? 'numeric' : arg.type === 'float' ? 'decimal' : 'text'}
          value={text}
          placeholder={placeholder}
          onChange={(event) => props.onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

export function ArgForm(props: {
  readonly args: readonly ActionArgView[]
  readonly draft: Readonly<Record<string, string | boolean>>
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: (name: string, value: string | boolean) => void
}) {
  if (props.args.length === 0) return <p className="text-muted">This action takes no arguments.</p>
  return (
    <div className="flex flex-col gap-4">
      {props.args.map((arg) => (
        <ArgControl
          key={arg.name}
          arg={arg}
          value={props.draft[arg.name] ?? (arg.type === 'boolean' ? false : '')}
          problem={props.problems[arg.name]}
          onChange={(value) => props.onChange(arg.name, value)}
        />
      ))}
    </div>
  )
}
