import type { PlanView } from '@shared/contract/plan-view'
import { isTerminal } from '@shared/model/plan'
import { useCore } from '../core/core'
import { useCommand } from '../core/use-command'
import { plural } from '../format/format'
import { notify } from '../ui'

/** Runs checks of a resting plan; why that is not possible now, in one sentence, where it is not. */
export function useRun(plan: PlanView) {
  const { client } = useCore()
  const run = useCommand(
    (validation: string | undefined) => client.validations.run({ plan_id: plan.plan_id, validation }),
    {
      onDone: ({ results, held_back_by: held }) => {
        const failed = results.filter((one) => !one.passed)
        const waits = plan.state === 'constrained' ? 'None stands in the way any more: apply again.' : ''
        const hint = held.length > 0 ? held.join('; ') : waits
        if (failed.length === 0)
          notify.done(`${plural(results.length, 'validation')} passed`, hint === '' ? {} : { hint })
        else notify.problem({ message: `${failed.map(({ name }) => name).join(', ')} failed` })
      },
    },
  )
  const resting = plan.state !== 'queued' && plan.state !== 'processing' && !isTerminal(plan.state)
  const hasCopy = plan.resources.some((resource) => resource.sandbox_path !== null)
  const why = isTerminal(plan.state)
    ? 'The plan has ended.'
    : !resting
      ? 'They can be run once the plan rests.'
      : hasCopy
        ? null
        : 'They can be run once Execute has made the sandbox.'
  return { run, why }
}
