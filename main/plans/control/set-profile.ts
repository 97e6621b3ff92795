import { conflict } from '@shared/model/refusal'
import { isTerminal } from '@shared/model/plan'
import type { Plan } from '../domain/plan'
import { tighten } from '../../profiles'
import type { PlanDeps } from '../ports'

/** Gives a plan another profile. It holds from the next step on; a running step ends under the one it began with. */
export function setProfile(deps: PlanDeps, plan: Plan, name: string): Plan {
  if (isTerminal(plan.state))
    throw conflict('plan.wrong_state', `Plan ${plan.id} is ${plan.state}, so no step follows; nothing was changed.`, {
      hint: 'Give the profile to a new plan.',
    })
  const resolved = deps.profiles.resolve({ plan: name, action: null, project: null })
  const profile = { ...resolved.profile, safety: tighten(plan.outerGuards, resolved.profile.safety) }
  const now = deps.clock()
  const next = deps.db.transaction(() => {
    // The latest word of a person counts: what was allowed under the profile of before is taken back.
    deps.budgets.allow(plan.id, { planCap: null, totalCap: null, unknownAllowed: false })
    return deps.plans.store(plan, { profile, profileSource: resolved.source }, 'note', now)
  })
  const title = `Profile ${profile.name} holds from the next step on (${plan.profile.name} before)`
  deps.activity.add(plan.id, { phase: plan.phase, kind: 'notice', title })
  deps.changes.publish('plan', plan.id, plan.state)
  return next
}
