import { plural } from '../format/format'
import { Button, Dialog } from '../ui'

/** Says what ending a plan removes, and that it can be brought back for as long as its state is kept. */
export function CancelDialog(props: {
  /** How many changed files its sandbox holds. */
  readonly files: number
  readonly open: boolean
  readonly onClose: () => void
  readonly onCancel: () => void
}) {
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title="Cancel this plan?"
      size="sm"
      footer={
        <>
          <Button onClick={props.onClose}>Keep it</Button>
          <Button variant="danger" onClick={props.onCancel}>
            Cancel plan
          </Button>
        </>
      }
    >
      <p>
        {props.files > 0
          ? `Its sandbox with ${plural(props.files, 'changed file')} is removed; for some days it can be brought back.`
          : 'Its sandbox is removed.'}{' '}
        Your own files are untouched, and its decisions and activity stay readable.
      </p>
    </Dialog>
  )
}
