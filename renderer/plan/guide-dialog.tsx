import { useState } from 'react'
import { Button, Dialog, Field, TextArea } from '../ui'

/** Asks for guidance. On a running plan it is used at the next step. */
export function GuideDialog(props: {
  readonly open: boolean
  readonly running: boolean
  readonly busy: boolean
  readonly onClose: () => void
  readonly onGuide: (text: string) => void
}) {
  const [text, setText] = useState('')
  const send = () => {
    if (text.trim() === '') return
    props.onGuide(text.trim())
    setText('')
  }
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title="Guide this plan"
      description={
        props.running
          ? 'The actor reads it before its next step; it is queued until then.'
          : 'The plan goes on with it and decides anew what was waiting.'
      }
      footer={
        <>
          <Button onClick={props.onClose}>Close</Button>
          <Button variant="primary" onClick={send} busy={props.busy} disabled={text.trim() === ''} shortcut="mod+enter">
            Give guidance
          </Button>
        </>
      }
    >
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
    </Dialog>
  )
}
