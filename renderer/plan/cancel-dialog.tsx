import type { PlanView } from '@shared/contract/plan-view'
import { plural } from '../format/format'
import { Button, Dialog } from '../ui'

/** Says what ending a plan removes; this one step cannot be taken back. */
export function CancelDialog(props: {
  readonly plan: PlanView
  readonly open: boolean
  readonly onClose: () => void
  readonly onCancel: () => void
}) {
  const { plan } = props
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title="End this plan?"
      size="sm"
      footer={
        <>
          <Button onClick={props.onClose}>Keep it</Button>
          <Button variant="danger" onClick={props.onCancel}>
            End the plan
          </Button>
        </>
      }
    >
      <p>
        {plan.files_modified > 0
          ? `Its sandbox with ${plural(plan.files_modified, 'changed file')} is removed and cannot be brought back.`
          : 'Its sandbox is removed.'}{' '}
        Your own files are untouched, and its decisions and activity stay readable.
      </p>
    </Dialog>
  )
}
