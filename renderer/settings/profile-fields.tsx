import { guardedTools, type ThresholdName, thresholdNames } from '@shared/model/profile'
import { safetySentences, switchSentences, thresholdOutcome, thresholdSubject } from '@shared/model/profile-sentences'
import { type ReactNode, useId } from 'react'
import { Checkbox, Field, Slider, TextInput } from '../ui'
import { type NumberKey, numberProblem, safetyOf, type TypedProfile } from './profile-form'

type Part = {
  readonly typed: TypedProfile
  readonly onChange: (part: Partial<TypedProfile>) => void
}

function Group(props: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section role="group" aria-labelledby={id} className="flex flex-col gap-2">
      <h3 id={id} className="font-medium">
        {props.title}
      </h3>
      {props.children}
    </section>
  )
}

function Threshold({ name, typed, onChange }: Part & { readonly name: ThresholdName }) {
  const value = typed.thresholds[name]
  const id = useId()
  const change = (next: number) => onChange({ thresholds: { ...typed.thresholds, [name]: next } })
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_minmax(0,14rem)] items-center gap-x-5 border-b border-line px-3 py-1.5 last:border-b-0 max-[640px]:grid-cols-1">
      <div className="min-w-0">
        <div id={id}>{thresholdSubject(name)}</div>
        <div className="text-sm text-muted first-letter:uppercase">{thresholdOutcome(name, value)}</div>
      </div>
      <div className="flex items-center gap-2">
        <Slider
          label={thresholdSubject(name)}
          min={0}
          max={1}
          step={0.05}
          value={value}
          meaning={thresholdOutcome(name, value)}
          onChange={change}
        />
        <output className="w-8 shrink-0 text-right text-sm text-muted tabular" aria-hidden>
          {value.toFixed(2)}
        </output>
      </div>
    </li>
  )
}

const numbers: readonly { readonly key: NumberKey; readonly label: string; readonly note: string }[] = [
  { key: 'maxCostPerPlan', label: 'Cap per plan', note: 'dollars' },
  { key: 'maxTotalCost', label: 'Cap in total', note: 'dollars' },
  { key: 'maxCallsPerStep', label: 'Tool calls per step', note: 'calls' },
  { key: 'maxRetriesPerStep', label: 'Retries per step', note: 'times' },
]

function Guards({ typed, onChange }: Part) {
  const toggle = (tool: string, on: boolean) =>
    onChange({ asks: guardedTools.filter((one) => (one === tool ? on : typed.asks.includes(one))) })
  const sentences = safetySentences(safetyOf(typed))
  return (
    <>
      <Group title="Budgets and limits">
        <div className="grid grid-cols-4 gap-3 max-[900px]:grid-cols-2">
          {numbers.map(({ key, label, note }) => (
            <Field key={key} label={label} note={note} error={numberProblem(key, typed[key])}>
              <TextInput
                inputMode="decimal"
                value={typed[key]}
                placeholder="no limit"
                onChange={(event) => onChange({ [key]: event.target.value })}
              />
            </Field>
          ))}
        </div>
        <Checkbox
          checked={typed.allowUnknownCost}
          onChange={(allowUnknownCost) => onChange({ allowUnknownCost })}
          label="Models of unknown price may run under a cap"
        />
      </Group>
      <Group title="Tools that ask first">
        <div className="grid grid-cols-5 gap-x-3 gap-y-1.5 max-[900px]:grid-cols-3">
          {guardedTools.map((tool) => (
            <Checkbox
              key={tool}
              checked={typed.asks.includes(tool)}
              onChange={(on) => toggle(tool, on)}
              label={<span className="mono">{tool}</span>}
            />
          ))}
        </div>
        <Checkbox
          checked={typed.listed}
          onChange={(listed) => onChange({ listed })}
          label="Any tool that is not in this list asks too"
        />
        <Checkbox
          checked={typed.approveWrites}
          onChange={(approveWrites) => onChange({ approveWrites })}
          label="Each change and each command asks first"
        />
        <Checkbox
          checked={typed.neverWait}
          onChange={(neverWait) => onChange({ neverWait })}
          label="Never wait for a person"
          help="What would wait ends the plan with an error, as in a pipeline."
        />
      </Group>
      {sentences.length > 0 && (
        <ul
          aria-label="What the guards do"
          className="flex list-disc flex-col gap-0.5 rounded-md bg-panel py-2 pr-3 pl-7 marker:text-faint"
        >
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Every key of a profile as a control, each with what it will do. */
export function ProfileFields(props: Part & { readonly named: boolean }) {
  const { typed, onChange } = props
  return (
    <div className="flex flex-col gap-5">
      <div className="grid grid-cols-2 gap-3 max-[640px]:grid-cols-1">
        <Field label="Name" required help={props.named ? 'To give it another name, duplicate it.' : undefined}>
          <TextInput
            autoFocus={!props.named}
            disabled={props.named}
            value={typed.name}
            placeholder="local/careful"
            onChange={(event) => onChange({ name: event.target.value })}
          />
        </Field>
        <Field label="Description">
          <TextInput value={typed.description} onChange={(event) => onChange({ description: event.target.value })} />
        </Field>
      </div>
      <Group title="What happens by itself, and from which confidence on">
        <ul className="overflow-hidden rounded-md border border-line">
          {thresholdNames.map((name) => (
            <Threshold key={name} name={name} typed={typed} onChange={onChange} />
          ))}
        </ul>
      </Group>
      <Group title="Protection">
        <Checkbox
          checked={typed.requireSandbox}
          onChange={(requireSandbox) => onChange({ requireSandbox })}
          label="A sandbox is required"
          help={switchSentences.requireSandbox(typed.requireSandbox)}
        />
        <Checkbox
          checked={typed.requireCheckpoints}
          onChange={(requireCheckpoints) => onChange({ requireCheckpoints })}
          label="Checkpoints are required"
          help={switchSentences.requireCheckpoints(typed.requireCheckpoints)}
        />
        <Checkbox
          checked={typed.allowUnsafeTools}
          onChange={(allowUnsafeTools) => onChange({ allowUnsafeTools })}
          label="Unsafe tools are allowed"
          help={switchSentences.allowUnsafeTools(typed.allowUnsafeTools)}
        />
      </Group>
      <Guards typed={typed} onChange={onChange} />
    </div>
  )
}
