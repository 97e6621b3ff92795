import type { PlanView } from '@shared/contract/plan-view'
import { useQuery } from '@tanstack/react-query'
import { useAsk } from '../core/core'
import { desktop } from '../desktop'
import { notify } from '../ui'
import { latestChoice } from './other-answers'

async function openSandbox(path: string): Promise<void> {
  const native = desktop()?.native
  if (native) {
    if (!(await native.openInEditor(path)))
      notify.problem({ message: 'The sandbox could not be opened.', hint: 'Is its folder still there?' })
    return
  }
  // The machine of a browser may be another than the one that has the files.
  await navigator.clipboard.writeText(path)
  notify.done('The sandbox’s path is copied', { hint: path })
}

/** What can be changed of a plan that a failed check holds: the latest choice that it made, or its files by hand. */
export function useRemedies(plan: PlanView) {
  const tree = useQuery({
    ...useAsk().plans.tree.queryOptions({ input: { plan_id: plan.plan_id, show_superseded: false } }),
    enabled: plan.reason === 'validation',
  })
  const choice = plan.reason === 'validation' ? latestChoice(tree.data?.nodes ?? []) : undefined
  const path = plan.resources.find((one) => !one.read_only && one.sandbox_path !== null)?.sandbox_path ?? null
  return {
    choice,
    offered: { choose: choice !== undefined, sandbox: path !== null },
    openSandbox: () => void (path !== null && openSandbox(path)),
  }
}
