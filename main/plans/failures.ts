import { isNoRoom } from '../platform/no-room'
import { completeEnding, movePlan } from './move-plan'
import { errorFrom } from './phases/outcome'
import type { PlanDeps } from './ports'
import { planView } from './views/plan-view'

/** Milliseconds after which what could not be stored is tried again. */
export const againMs = 1000

/** A fault of ours ends the plan's phase, not the core. Where not even that can be stored, it is once there is room again. */
export function createFailures(deps: PlanDeps) {
  const waiting = new Map<string, NodeJS.Timeout>()
  const store = (planId: string, error: unknown): void => {
    if (deps.plans.ending(planId)) return completeEnding(deps, planId)
    const plan = deps.plans.byId(planId)
    if (plan?.state !== 'processing') return
    movePlan(deps, plan, { type: 'failed', error: errorFrom(error, deps.reserve.isFull) })
  }
  /** Tells those who follow the plan, and nobody else can: nothing of it is stored. */
  const tell = (planId: string): void => {
    const plan = deps.plans.byId(planId)
    if (!plan) return
    deps.activity.tell(planId, { type: 'plan', plan: planView(deps, plan) })
    deps.changes.publish('plan', planId, plan.state)
  }
  const note = (planId: string, error: unknown): void => {
    const known = deps.unrecorded.has(planId)
    const { code, message, hint } = errorFrom(error, deps.reserve.isFull)
    deps.unrecorded.set(planId, { code, message: `${message} The plan waits until that can be recorded.`, hint })
    if (!known) tell(planId)
  }
  const storeOrWait = (planId: string, error: unknown): void => {
    try {
      store(planId, error)
      if (deps.plans.byId(planId)?.state !== 'queued' && deps.unrecorded.delete(planId)) tell(planId)
    } catch (second) {
      deps.log.error('runner.cannot_record', second, { plan: planId })
      // A core that ends before then leaves the plan to the next start, which shows it as interrupted.
      const timer = setTimeout(() => (waiting.delete(planId), storeOrWait(planId, error)), againMs).unref()
      waiting.set(planId, timer)
      note(planId, error)
    }
  }
  return {
    fail(planId: string, error: unknown): void {
      deps.log.error('runner.failed', error, { plan: planId })
      if (isNoRoom(error) || deps.reserve.isFull()) deps.reserve.release()
      // Not even its beginning could be stored: it stays in the queue and is begun again a little later.
      if (deps.plans.byId(planId)?.state === 'queued' && !deps.plans.ending(planId)) note(planId, error)
      else storeOrWait(planId, error)
    },
    /** What could not be stored of the plan can be now. */
    clear(planId: string): void {
      if (deps.unrecorded.delete(planId)) tell(planId)
    },
    close: () => waiting.forEach((timer) => clearTimeout(timer)),
  }
}
