import { plural } from '@shared/model/plural'
import { conflict } from '@shared/model/refusal'
import type { Plan } from './domain/plan'
import type { Moved } from './move-plan'
import type { PlanDeps } from './ports'
import { promptPlan } from './prompt-plan'

/** Characters of a hook's output that the actor is told from its beginning and from its end. */
const told = 10_000

function capped(output: string): string {
  if (output.length <= 2 * told) return output
  return `${output.slice(0, told)}\n… ${plural(output.length - 2 * told, 'character')} left out …\n${output.slice(-told)}`
}

/** Hands what a hook refused to the actor: its whole output becomes guidance, with what a person adds. */
export function fixHook(deps: PlanDeps, plan: Plan, text: string): Moved {
  const { error } = plan
  if (plan.state !== 'errored' || error?.code !== 'apply.hook_failed')
    throw conflict('plan.no_hook_failure', `No hook refused plan ${plan.id}; nothing was changed.`, {
      hint: 'See `agents plan status` for what is due.',
      details: { plan_id: plan.id },
    })
  const { hook, output } = error.details ?? {}
  const lines = [
    `The hook ${String(hook ?? '')} of the repository refused the commit of your changes. Put right in the sandbox what it names; do not change the hook itself.`,
    ...(text.trim() === '' ? [] : [text.trim()]),
    `Its output:\n${capped(String(output ?? ''))}`,
  ]
  return promptPlan(deps, plan, lines.join('\n'))
}
