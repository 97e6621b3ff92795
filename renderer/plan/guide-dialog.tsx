import { useState } from 'react'
import { useCore } from '../core/core'
import { ProblemState } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { Button, Dialog, Field, notify, TextArea } from '../ui'

/** Asks for guidance and gives it. Where the core refuses it, the text stays here beside the reason. */
export function GuideDialog(props: {
  readonly planId: string
  readonly open: boolean
  /** On a running plan guidance is used at the next step. */
  readonly running: boolean
  readonly onClose: () => void
}) {
  const { client } = useCore()
  const [text, setText] = useState('')
  const give = useCommand((guidance: string) => client.plans.prompt({ plan_id: props.planId, text: guidance }), {
    onDone: (plan) => {
      setText('')
      props.onClose()
      notify.done(plan.guidance.pending.length > 0 ? 'Guidance is queued for the next step' : 'Guidance is given')
    },
    onProblem: () => {},
  })
  const send = () => {
    if (text.trim() !== '' && !give.busy) give.run(text.trim())
  }
  const close = () => {
    give.reset()
    props.onClose()
  }
  return (
    <Dialog
      open={props.open}
      onClose={close}
      title="Guide this plan"
      description={
        props.running
          ? 'The actor reads it before its next step; it is queued until then.'
          : 'The plan goes on with it and decides anew what was waiting.'
      }
      footer={
        <>
          <Button onClick={close}>Not now</Button>
          <Button variant="primary" onClick={send} busy={give.busy} disabled={text.trim() === ''} shortcut="mod+enter">
            Give guidance
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {give.problem && <ProblemState problem={give.problem} />}
        <Field label="Guidance">
          <TextArea
            autoFocus
            spellCheck
            rows={5}
            value={text}
            placeholder="For example: keep the response format as it is, and log the failure once."
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
            }}
          />
        </Field>
      </div>
    </Dialog>
  )
}
