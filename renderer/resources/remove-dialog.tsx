import type { ResourceView } from '@shared/contract/resources'
import { useNavigate } from '@tanstack/react-router'
import { useCore } from '../core/core'
import { ProblemState } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { Button, Dialog, notify } from '../ui'

export function RemoveDialog(props: {
  readonly resource: ResourceView
  readonly open: boolean
  readonly onClose: () => void
}) {
  const { resource } = props
  const { client } = useCore()
  const navigate = useNavigate()
  const remove = useCommand(() => client.resources.remove({ resource: resource.name }), {
    onDone: () => {
      props.onClose()
      void navigate({ to: '/resources' })
      notify.done(`${resource.name} is removed`, { hint: 'The folder itself is untouched.' })
    },
    onProblem: () => {},
  })
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={`Remove ${resource.name}?`}
      size="sm"
      footer={
        <>
          <Button onClick={props.onClose}>Keep it</Button>
          <Button variant="danger" busy={remove.busy} onClick={() => remove.run()}>
            Remove
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p>
          CleverAgents forgets it. <span className="mono break-all">{resource.path}</span> stays as it is and can be
          registered again.
        </p>
        {resource.projects.length > 0 && <p className="text-waiting">It is used in {resource.projects.join(', ')}.</p>}
        {remove.problem && <ProblemState problem={remove.problem} />}
      </div>
    </Dialog>
  )
}
