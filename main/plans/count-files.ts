import type { PlanDeps } from './ports'

type CountDeps = Pick<PlanDeps, 'plans' | 'sandboxes' | 'changes' | 'log'>

/** Counts what a plan at rest has changed and notes it with the plan. What cannot be counted now leaves the count as it was. */
export async function countFiles(deps: CountDeps, planId: string): Promise<void> {
  const plan = deps.plans.byId(planId)
  if (!plan || plan.readOnly || plan.phase !== 'execute') return
  try {
    const files = await deps.sandboxes.changes(planId, { patches: false })
    if (deps.plans.noteFilesModified(planId, files.length)) deps.changes.publish('plan', planId, plan.state)
  } catch (error) {
    deps.log.warn('plan.files_not_counted', { plan: planId, reason: String(error) })
  }
}

/** Milliseconds between two counts: each takes a git, and a model may edit many files in a second. */
const betweenMs = 250

/** Counts beside the work of a phase: at once, then as often as a person can follow, for as long as something changes. */
export function createFileCounter(deps: CountDeps, planId: string) {
  let running: Promise<void> | undefined
  let again = false
  let ended = false
  let wake = () => {}
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, betweenMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const count = async () => {
    do {
      again = false
      const files = await deps.sandboxes.countChanges(planId)
      if (deps.plans.noteFilesModified(planId, files)) deps.changes.publish('plan', planId, 'processing')
      if (!ended) await pause()
    } while (again && !ended)
  }
  return {
    changed(): void {
      again = true
      running ??= count()
        .catch((error: unknown) => deps.log.warn('plan.files_not_counted', { plan: planId, reason: String(error) }))
        .finally(() => (running = undefined))
    },
    /** Ends the counting of this phase, whose end counts once more; resolves when none is under way. */
    settled: async (): Promise<void> => {
      ended = true
      wake()
      await running
    },
  }
}
