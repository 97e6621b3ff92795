import { isTerminal } from '@shared/model/plan'
import { conflict } from '@shared/model/refusal'
import { findPlan } from './move-plan'
import type { PlanDeps } from './ports'

type ArchiveDeps = Pick<PlanDeps, 'db' | 'plans' | 'setAside' | 'changes' | 'clock'>

/** Takes ended plans out of the lists, or puts them back; all of them or none. Nothing of them is deleted. */
export function archivePlans(deps: ArchiveDeps, queries: readonly string[], archived: boolean): readonly string[] {
  const plans = queries.map((query) => findPlan(deps, query))
  const going = archived ? plans.filter((plan) => !isTerminal(plan.state)) : []
  if (going.length > 0) {
    throw conflict('plan.not_ended', `${going.length} of these plans have not ended; none was archived.`, {
      hint: 'Apply or cancel them first.',
      details: { plans: going.map((plan) => plan.id) },
    })
  }
  const ids = plans.map((plan) => plan.id)
  deps.db.transaction(() => (archived ? deps.setAside.archive(ids, deps.clock()) : deps.setAside.unarchive(ids)))
  for (const plan of plans) deps.changes.publish('plan', plan.id, plan.state)
  return ids
}
