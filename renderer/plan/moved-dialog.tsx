import { useId, useState } from 'react'
import { useCore } from '../core/core'
import { ProblemState } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { FolderField } from '../resources/folder-field'
import { Button, Dialog, notify } from '../ui'

function Form({ planId, onClose }: { readonly planId: string; readonly onClose: () => void }) {
  const { client } = useCore()
  const [path, setPath] = useState('')
  const [browsing, setBrowsing] = useState(false)
  const form = useId()
  const repair = useCommand(() => client.plans.repair({ plan_id: planId, moved_to: path.trim() }), {
    onDone: () => {
      notify.done('The sandbox is back in its place, with everything in it')
      onClose()
    },
    onProblem: () => {},
  })
  const missing = path.trim() === ''
  return (
    <form
      id={form}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!missing) repair.run()
      }}
    >
      <FolderField
        label="Where it lies now"
        required
        autoFocus
        path={path}
        onPath={setPath}
        browsing={browsing}
        onBrowsing={setBrowsing}
      />
      {repair.problem && <ProblemState problem={repair.problem} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Not now</Button>
        <Button type="submit" variant="primary" busy={repair.busy} disabled={missing}>
          Bring it back
        </Button>
      </div>
    </form>
  )
}

/** Asks where a sandbox lies that was moved further than is looked for, and brings it back from there. */
export function MovedDialog(props: { readonly planId: string; readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title="Where was it moved to?"
      description="The folder that holds the plan’s files. It is moved back as it is."
    >
      <Form planId={props.planId} onClose={props.onClose} />
    </Dialog>
  )
}
