import type { ProjectView } from '@shared/contract/projects'
import { useNavigate } from '@tanstack/react-router'
import { useCore } from '../core/core'
import { ProblemState } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { plural } from '../format/format'
import { Button, Dialog, notify } from '../ui'

export function DeleteProjectDialog(props: {
  readonly project: ProjectView
  readonly open: boolean
  readonly onClose: () => void
}) {
  const { project } = props
  const { client } = useCore()
  const navigate = useNavigate()
  const remove = useCommand((force: boolean) => client.projects.delete({ project: project.name, force }), {
    onDone: ({ cancelled_plans }) => {
      props.onClose()
      void navigate({ to: '/projects' })
      notify.done(`${project.name} is deleted`, {
        hint:
          cancelled_plans.length > 0
            ? `${plural(cancelled_plans.length, 'plan')} cancelled.`
            : 'Its resources stay registered.',
      })
    },
    onProblem: () => {},
  })
  const active = project.active_plans
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={`Delete ${project.name}?`}
      size="sm"
      footer={
        <>
          <Button onClick={props.onClose}>Keep it</Button>
          <Button variant="danger" busy={remove.busy} onClick={() => remove.run(active > 0)}>
            {active > 0 ? `Cancel ${plural(active, 'plan')} and delete` : 'Delete'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p>
          The project and its settings go. Its {plural(project.resources.length, 'resource stays', 'resources stay')}{' '}
          registered and your files are untouched.
        </p>
        {active > 0 && (
          <p className="text-waiting">
            {plural(active, 'plan is', 'plans are')} active in it. Deleting cancels them and removes their sandboxes.
          </p>
        )}
        {remove.problem && <ProblemState problem={remove.problem} />}
      </div>
    </Dialog>
  )
}
