import type { ValidationView } from '@shared/contract/validations'
import { validationModes, validationPhases } from '@shared/model/validation'
import { useState } from 'react'
import { useCore } from '../core/core'
import { ProblemState } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { Button, Dialog, Field, Segments, Select, TextArea, TextInput } from '../ui'
import { toYaml, type TypedValidation } from './to-yaml'
import { modeWords, phaseMeanings } from './words'

const blank: TypedValidation = {
  name: '',
  command: '',
  description: '',
  mode: 'required',
  phase: 'execute',
  timeout: 300,
}

const modeHints = { required: 'a plan does not pass without it', informational: 'told, never in the way' } as const
const example = 'name: local/unit-tests\ncommand: npm test\nmode: required\nphase: execute\ntimeout: 300\n'

function ValidationFields(props: {
  readonly typed: TypedValidation
  readonly onChange: (part: Partial<TypedValidation>) => void
}) {
  const { typed, onChange } = props
  return (
    <>
      <Field label="Name" required help="A bare name lives in local.">
        <TextInput autoFocus value={typed.name} onChange={(event) => onChange({ name: event.target.value })} />
      </Field>
      <Field label="Command" required help="Runs in the plan’s sandbox and passes where it exits with 0.">
        <TextInput
          mono
          value={typed.command}
          placeholder="npm test"
          onChange={(event) => onChange({ command: event.target.value })}
        />
      </Field>
      <Field label="Description">
        <TextInput value={typed.description} onChange={(event) => onChange({ description: event.target.value })} />
      </Field>
      <div className="grid grid-cols-3 gap-3 max-[640px]:grid-cols-1">
        <Field label="Mode">
          <Select
            value={typed.mode}
            onChange={(mode) => onChange({ mode })}
            options={validationModes.map((value) => ({ value, label: modeWords[value], hint: modeHints[value] }))}
          />
        </Field>
        <Field label="Runs">
          <Select
            value={typed.phase}
            onChange={(phase) => onChange({ phase })}
            options={validationPhases.map((value) => ({ value, label: phaseMeanings[value] }))}
          />
        </Field>
        <Field label="Timeout" note="seconds">
          <TextInput
            type="number"
            min={1}
            value={typed.timeout}
            onChange={(event) => onChange({ timeout: Number(event.target.value) })}
          />
        </Field>
      </div>
    </>
  )
}

/** Stores a new check, from a form or from its YAML. */
export function AddValidationDialog(props: {
  readonly onClose: () => void
  readonly onAdded?: (validation: ValidationView) => void
}) {
  const { client } = useCore()
  const [as, setAs] = useState<'form' | 'yaml'>('form')
  const [typed, setTyped] = useState(blank)
  const [yaml, setYaml] = useState('')
  const source = as === 'form' ? toYaml({ ...typed, name: typed.name.trim() }) : yaml
  const add = useCommand(() => client.validations.add({ source }), {
    onDone: (validation) => {
      props.onAdded?.(validation)
      props.onClose()
    },
    onProblem: () => {},
  })
  const ready =
    as === 'form' ? typed.name.trim() !== '' && typed.command.trim() !== '' && typed.timeout > 0 : yaml.trim() !== ''
  const show = (next: 'form' | 'yaml') => {
    add.reset()
    if (next === 'yaml' && yaml === '') setYaml(typed.command === '' ? example : source)
    setAs(next)
  }
  return (
    <Dialog
      open
      onClose={props.onClose}
      title="New validation"
      description="A command whose end tells whether a plan’s changes pass."
      footer={
        <>
          <Button onClick={props.onClose}>Not now</Button>
          <Button variant="primary" busy={add.busy} disabled={!ready} onClick={() => add.run()}>
            Add validation
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {add.problem && <ProblemState problem={add.problem} />}
        <div>
          <Segments
            label="Written as"
            value={as}
            onChange={show}
            options={[
              { value: 'form', label: 'Form' },
              { value: 'yaml', label: 'YAML' },
            ]}
          />
        </div>
        {as === 'form' ? (
          <ValidationFields typed={typed} onChange={(part) => setTyped({ ...typed, ...part })} />
        ) : (
          <Field label="Validation as YAML">
            <TextArea mono rows={10} value={yaml} onChange={(event) => setYaml(event.target.value)} />
          </Field>
        )}
      </div>
    </Dialog>
  )
}
