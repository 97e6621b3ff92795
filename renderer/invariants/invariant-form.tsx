import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useAsk, useCore } from '../core/core'
import { ProblemState } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { Button, Checkbox, Field, notify, TextArea, TextInput } from '../ui'
import { EscalationField } from './escalation-field'
import { type InvariantTarget, whereOf } from './target'
import { blankEscalation, escalationOf, namesNothing } from './typed-escalation'
import { escalationWords, globsOf, reachWords } from './words'

const blank = { text: '', only: '', never: '', command: '', asks: true, escalation: blankEscalation, locked: false }
type Typed = typeof blank

/** Where the text speaks of approval or review: what that would send to a person, to be taken or left. */
function Proposal(props: {
  readonly text: string
  readonly accepted: boolean
  readonly onChange: (accepted: boolean) => void
}) {
  const text = useDeferredValue(props.text.trim())
  const query = useQuery({
    ...useAsk().invariants.propose.queryOptions({ input: { text } }),
    enabled: text !== '',
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const escalate = text === '' ? null : query.data?.escalate
  if (!escalate) return null
  return (
    <Checkbox
      checked={props.accepted}
      onChange={props.onChange}
      label={escalationWords(escalate)}
      help={`Proposed from the text: ${query.data?.why ?? ''}`}
    />
  )
}

function Paths(props: { readonly typed: Typed; readonly change: (part: Partial<Typed>) => void }) {
  const { typed, change } = props
  return (
    <div className="grid grid-cols-2 gap-3 max-[640px]:grid-cols-1">
      <Field label="Only these paths may change" help="Globs, apart by commas. Empty: anywhere.">
        <TextInput
          mono
          value={typed.only}
          placeholder="src/**"
          onChange={(event) => change({ only: event.target.value })}
        />
      </Field>
      <Field label="These paths never change" help="Globs, apart by commas. Empty: none.">
        <TextInput
          mono
          value={typed.never}
          placeholder="migrations/**, *.lock"
          onChange={(event) => change({ never: event.target.value })}
        />
      </Field>
    </div>
  )
}

/** Writes a rule for one place. A refusal is shown here, beside what was typed. */
export function InvariantForm(props: { readonly target: InvariantTarget; readonly onClose: () => void }) {
  const { client } = useCore()
  const [typed, setTyped] = useState(blank)
  const change = (part: Partial<Typed>) => setTyped({ ...typed, ...part })
  const add = useCommand(
    () =>
      client.invariants.add({
        ...whereOf(props.target),
        text: typed.text.trim(),
        only_paths: globsOf(typed.only),
        never_paths: globsOf(typed.never),
        command: typed.command.trim() || undefined,
        // Left out, the core takes what the text proposes.
        escalate: typed.escalation.when === 'text' && !typed.asks ? null : escalationOf(typed.escalation),
        non_overridable: typed.locked,
      }),
    {
      onDone: ({ plans }) => {
        notify.done('The invariant is added', { hint: reachWords(props.target.scope, plans) })
        props.onClose()
      },
      onProblem: () => {},
    },
  )
  const unfinished = typed.text.trim() === '' || namesNothing(typed.escalation)
  return (
    <form
      aria-label="New invariant"
      className="flex flex-col gap-4 rounded-md border border-line bg-panel p-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!unfinished && !add.busy) add.run()
      }}
    >
      {add.problem && <ProblemState problem={add.problem} />}
      <Field label="Rule" required help="In words: plans read it, and what follows from it is judged.">
        <TextArea
          autoFocus
          spellCheck
          value={typed.text}
          placeholder="For example: the response format of the API stays as it is."
          onChange={(event) => change({ text: event.target.value })}
        />
      </Field>
      {typed.escalation.when === 'text' && (
        <Proposal text={typed.text} accepted={typed.asks} onChange={(asks) => change({ asks })} />
      )}
      <Paths typed={typed} change={change} />
      <Field label="Command" help="Runs in the plan’s sandbox; the rule holds where it exits with 0.">
        <TextInput
          mono
          value={typed.command}
          placeholder="npm run lint"
          onChange={(event) => change({ command: event.target.value })}
        />
      </Field>
      <EscalationField fromText value={typed.escalation} onChange={(escalation) => change({ escalation })} />
      <Checkbox
        checked={typed.locked}
        onChange={(locked) => change({ locked })}
        label="Cannot be set aside"
        help="No narrower rule overrides it, and no plan can waive it."
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={add.busy} disabled={unfinished}>
          Add
        </Button>
        <Button onClick={props.onClose}>Not now</Button>
      </div>
    </form>
  )
}
