import { type ApplyMode, applyModes } from '@shared/model/plan'
import { useCore } from '../core/core'
import { useCommand } from '../core/use-command'
import { notify } from '../ui'

/** What a person can tell one plan. Apply and guidance are left to their dialogs, which show a refusal in its place. */
export function usePlanCommands(planId: string) {
  const { client } = useCore()
  const approve = useCommand((choice: { readonly decision?: string; readonly choose?: number }) =>
    client.plans.approve({ plan_id: planId, decision_id: choice.decision, choose: choice.choose }),
  )
  const execute = useCommand(() => client.plans.execute({ plan_id: planId }), {
    onDone: (plan) => plan.warning && notify.done(plan.warning),
  })
  const stop = useCommand(() => client.plans.stop({ plan_id: planId }))
  const restore = useCommand(() => client.plans.restore({ plan_id: planId }), {
    onDone: () => notify.done('The plan is back with its sandbox', { hint: 'It waits for you.' }),
  })
  const cancel = useCommand(() => client.plans.cancel({ plan_id: planId }), {
    onDone: () =>
      notify.done('Plan cancelled', {
        hint: 'Its sandbox is removed; your files are as they were.',
        action: { label: 'Undo', run: () => restore.run() },
      }),
  })
  return { approve, execute, stop, cancel, restore }
}

export const applyModeWords: Readonly<Record<ApplyMode, { readonly label: string; readonly hint: string }>> = {
  merge: { label: 'Merge commit', hint: 'Keeps the plan’s commits and joins them with a merge commit.' },
  squash: { label: 'One commit', hint: 'Everything as a single commit on the branch.' },
  'working-tree': { label: 'Uncommitted edits', hint: 'Leaves the changes in the working tree for you to commit.' },
}

export const applyModeOptions = applyModes.map((value) => {
  const { label, hint } = applyModeWords[value]
  return { value, label, hint }
})
