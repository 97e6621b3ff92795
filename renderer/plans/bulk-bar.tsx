import type { PlanSummary } from '@shared/contract/plan-view'
import { isTerminal } from '@shared/model/plan'
import { Archive, ArchiveRestore, CircleSlash, X } from 'lucide-react'
import { useState } from 'react'
import { useCore } from '../core/core'
import { problemOf } from '../core/problem'
import { useCommand } from '../core/use-command'
import { plural } from '../format/format'
import { Button, Dialog, notify, Spacer, Toolbar } from '../ui'

/** Cancels one after the other, so that what fails is told apart from what was done. */
async function cancelAll(cancel: (id: string) => Promise<unknown>, plans: readonly PlanSummary[]) {
  const failed: string[] = []
  for (const plan of plans) {
    try {
      await cancel(plan.plan_id)
    } catch (error) {
      failed.push(`${plan.title}: ${problemOf(error).message}`)
    }
  }
  return failed
}

function useBulk(done: () => void) {
  const { client } = useCore()
  const archive = useCommand(
    (input: { readonly ids: string[]; readonly archived: boolean }) =>
      client.plans.archive({ plan_ids: input.ids, archived: input.archived }),
    {
      onDone: (_output, { ids, archived }) => {
        done()
        notify.done(`${plural(ids.length, 'plan')} ${archived ? 'archived' : 'back in the list'}`, {
          action: { label: 'Undo', run: () => archive.run({ ids, archived: !archived }) },
        })
      },
    },
  )
  const cancel = useCommand(
    (plans: readonly PlanSummary[]) => cancelAll((id) => client.plans.cancel({ plan_id: id }), plans),
    {
      onDone: (failed, plans) => {
        done()
        if (failed.length === 0) notify.done(`${plural(plans.length, 'plan')} cancelled`)
        else
          notify.problem({
            message: `${failed.length} of ${plural(plans.length, 'plan was', 'plans were')} not cancelled`,
            hint: failed[0] ?? '',
          })
      },
    },
  )
  return { archive, cancel }
}

/** What can be done with all the plans that are marked; stands in the place of the filters. */
export function BulkBar(props: {
  readonly plans: readonly PlanSummary[]
  readonly archived: boolean
  readonly onClear: () => void
}) {
  const { plans, archived } = props
  const [asking, setAsking] = useState(false)
  const { archive, cancel } = useBulk(props.onClear)
  const going = plans.filter((plan) => !isTerminal(plan.state))
  const ended = plans.filter((plan) => isTerminal(plan.state))
  const files = going.reduce((sum, plan) => sum + plan.files_modified, 0)
  return (
    <Toolbar label="Selected plans">
      <span role="status" className="font-medium tabular">
        {plural(plans.length, 'plan')} selected
      </span>
      <Spacer />
      {!archived && (
        <Button icon={CircleSlash} disabled={going.length === 0} busy={cancel.busy} onClick={() => setAsking(true)}>
          {going.length > 0 ? `Cancel ${going.length}…` : 'Cancel'}
        </Button>
      )}
      <Button
        icon={archived ? ArchiveRestore : Archive}
        disabled={ended.length === 0}
        busy={archive.busy}
        onClick={() => archive.run({ ids: ended.map((plan) => plan.plan_id), archived: !archived })}
      >
        {archived ? 'Back to the list' : ended.length > 0 ? `Archive ${ended.length}` : 'Archive'}
      </Button>
      <Button variant="ghost" icon={X} shortcut="Esc" onClick={props.onClear}>
        Clear
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Cancel ${plural(going.length, 'plan')}?`}
        size="sm"
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{going.length === 1 ? 'Keep it' : 'Keep them'}</Button>
            <Button
              variant="danger"
              onClick={() => {
                setAsking(false)
                cancel.run(going)
              }}
            >
              Cancel {plural(going.length, 'plan')}
            </Button>
          </>
        }
      >
        <ul className="mb-3 max-h-48 overflow-y-auto">
          {going.map((plan) => (
            <li key={plan.plan_id} className="truncate" title={plan.title}>
              {plan.title}
            </li>
          ))}
        </ul>
        <p className="text-muted">
          {going.length === 1 ? 'Its sandbox goes' : 'Their sandboxes go'}; what was changed there (
          {plural(files, 'file')}) can be brought back for 30 days. Your own files are untouched; decisions and activity
          stay readable.
        </p>
      </Dialog>
    </Toolbar>
  )
}
