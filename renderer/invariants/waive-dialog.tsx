import type { InvariantView } from '@shared/contract/invariants'
import { useState } from 'react'
import { useCore } from '../core/core'
import { ProblemState } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { Button, Dialog, Field, notify, TextArea } from '../ui'
import { scopeWords } from './words'

/** Sets a violated rule aside for one plan, with the reason that stays in its record. */
export function WaiveDialog(props: {
  readonly planId: string
  readonly invariant: InvariantView
  readonly onClose: () => void
}) {
  const { client } = useCore()
  const { invariant } = props
  const [reason, setReason] = useState('')
  const waive = useCommand(
    () => client.plans.approve({ plan_id: props.planId, waive: invariant.id, reason: reason.trim() }),
    {
      onDone: () => {
        notify.done('The invariant is waived for this plan', { hint: 'Your reason is kept among its decisions.' })
        props.onClose()
      },
      onProblem: () => {},
    },
  )
  const send = () => {
    if (reason.trim() !== '' && !waive.busy) waive.run()
  }
  return (
    <Dialog
      open
      onClose={props.onClose}
      title="Waive this invariant?"
      description="For this plan, and for what was found here: anything else that breaks the rule later holds it again."
      footer={
        <>
          <Button onClick={props.onClose}>Not now</Button>
          <Button
            variant="primary"
            onClick={send}
            busy={waive.busy}
            disabled={reason.trim() === ''}
            shortcut="mod+enter"
          >
            Waive for this plan
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {waive.problem && <ProblemState problem={waive.problem} />}
        <div className="flex flex-col gap-1">
          <p className="text-muted">The {scopeWords[invariant.scope]} invariant</p>
          <p className="break-words whitespace-pre-wrap">{invariant.text}</p>
          {invariant.evidence && <p className="break-words text-failed">{invariant.evidence}</p>}
        </div>
        <Field label="Reason" required>
          <TextArea
            autoFocus
            spellCheck
            value={reason}
            placeholder="Why it need not hold here."
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
            }}
          />
        </Field>
      </div>
    </Dialog>
  )
}
