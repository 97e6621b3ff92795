import type { PlanDeps } from './ports'
import { releaseBases } from './use-plan'

/**
 * Removes everything of an ended plan from its sources and the data folder; its state stays in the trash. What cannot be
 * removed does not keep the plan from ending: it is told, and tried again at the next start.
 */
export async function removeTraces(deps: PlanDeps, planId: string): Promise<void> {
  try {
    await deps.sandboxes.discard(planId)
    await releaseBases(deps, planId, deps.plans.resources(planId))
  } catch (error) {
    deps.log.error('sandbox.discard_failed', error, { plan: planId })
    const phase = deps.plans.byId(planId)?.phase
    const body = error instanceof Error ? deps.redact(error.message) : ''
    const title = 'Its sandbox could not be removed yet; that is tried again at the next start'
    if (phase) deps.activity.add(planId, { phase, kind: 'notice', title, body })
  }
}
