import type { ValidationView } from '@shared/contract/validations'
import { validationModes, validationPhases } from '@shared/model/validation'
import { useState } from 'react'
import { useCore } from '../core/core'
import type { Problem } from '../core/problem'
import { ProblemState } from '../core/query-view'
import { useShortcuts } from '../core/use-shortcuts'
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

/** The check that has the name already, where that is why it was refused. */
function knownIn(problem: Problem | null): string | null {
  const known = problem?.code === 'validation.exists' ? problem.details['validation'] : null
  return typeof known === 'string' ? known : null
}

/** Stores a new check, from a form or from its YAML. */
export function AddValidationDialog(props: {
  readonly onClose: () => void
  /** Told of the check that was stored, or of the one of that name which a person wants instead. */
  readonly onAdded?: (validation: Pick<ValidationView, 'name'>) => void
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
  const send = () => {
    if (ready && !add.busy) add.run()
  }
  useShortcuts({ 'mod+enter': send })
  const known = knownIn(add.problem)
  const { onAdded } = props
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
          <Button variant="primary" busy={add.busy} disabled={!ready} onClick={send}>
            Add validation
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {add.problem && (
          <ProblemState
            problem={add.problem}
            actions={
              known !== null &&
              onAdded && (
                <Button
                  onClick={() => {
                    onAdded({ name: known })
                    props.onClose()
                  }}
                >
                  Use {known}
                </Button>
              )
            }
          />
        )}
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
          <form
            className="flex flex-col gap-4"
            onSubmit={(event) => {
              event.preventDefault()
              send()
            }}
          >
            <ValidationFields typed={typed} onChange={(part) => setTyped({ ...typed, ...part })} />
            {/* Enter submits a form of several fields only where it holds a button for it. */}
            <button type="submit" hidden aria-hidden tabIndex={-1} />
          </form>
        ) : (
          <Field label="Validation as YAML">
            <TextArea mono rows={10} value={yaml} onChange={(event) => setYaml(event.target.value)} />
          </Field>
        )}
      </div>
    </Dialog>
  )
}
