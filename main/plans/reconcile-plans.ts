import { isTerminal } from '@shared/model/plan'
import type { Sandbox } from '../sandboxes'
import type { PlanDeps } from './ports'
import { sandboxProblem } from './views/sandbox-view'

export type ReconcileDeps = Pick<PlanDeps, 'plans' | 'sandboxes' | 'activity' | 'changes' | 'log' | 'clock'>

/** Removes sandboxes whose plans have ended while they could not be removed. */
export async function discardEnded(deps: ReconcileDeps): Promise<void> {
  for (const planId of deps.sandboxes.openPlans()) {
    const plan = deps.plans.byId(planId)
    if (!plan || !isTerminal(plan.state)) continue
    try {
      await deps.sandboxes.discard(planId)
    } catch (error) {
      // It is tried again at the next look; until then the application works all the same.
      deps.log.error('recover.discard_failed', error, { plan: planId })
    }
  }
}

const inPlace = 'Its sandboxes stand as they should again'

/** Tells in a plan what stands wrong with its sandboxes; nothing where that is what was told last, as before a restart. */
function tell(deps: ReconcileDeps, planId: string): void {
  const plan = deps.plans.byId(planId)
  if (!plan || isTerminal(plan.state)) return
  const problems = deps.sandboxes.findings(planId).map(sandboxProblem)
  const notes =
    problems.length > 0
      ? problems.map(({ message, hint, code }) => ({ title: message, body: `${hint}\n${code}` }))
      : [{ title: inPlace, body: '' }]
  const told = deps.activity.since(planId).filter(({ kind, body, title }) => {
    return kind === 'notice' && (title === inPlace || /\nsandbox\.\w+$/.test(body))
  })
  const last = new Set(told.slice(-notes.length).map(({ title }) => title))
  if (notes.every(({ title }) => last.has(title))) return
  for (const note of notes) deps.activity.add(planId, { phase: plan.phase, kind: 'notice', ...note })
}

function tellSettled(deps: ReconcileDeps, { planId, name, repoRoot }: Sandbox): void {
  const plan = deps.plans.byId(planId)
  if (!plan) return
  deps.activity.add(planId, {
    phase: plan.phase,
    kind: 'notice',
    title: `The repository of ${name} is back: what it still had of this plan was removed, and its state is kept`,
    body: repoRoot,
  })
}

/** Holds every sandbox against the file system, tells in the plans what has changed, and answers which these are. */
export async function reconcilePlans(deps: ReconcileDeps): Promise<readonly string[]> {
  await discardEnded(deps)
  const { changed, settled, failed } = await deps.sandboxes.reconcile()
  for (const reason of failed) deps.log.warn('reconcile.sandbox_failed', { reason })
  for (const planId of changed) tell(deps, planId)
  for (const sandbox of settled) tellSettled(deps, sandbox)
  const planIds = [...new Set([...changed, ...settled.map(({ planId }) => planId)])]
  for (const planId of planIds) deps.changes.publish('plan', planId)
  return planIds
}

/** Milliseconds for which what was found is not looked for again: a window gets the focus more than once in a moment. */
const freshMs = 2000

/** Reconciles when it is asked, at most once in a moment; who asks during a look gets what that finds. */
export function createReconciler(deps: ReconcileDeps): () => Promise<readonly string[]> {
  let looking: Promise<readonly string[]> | null = null
  let ended = -Infinity
  return async () => {
    if (looking) return looking
    if (deps.clock() - ended < freshMs) return []
    looking = reconcilePlans(deps).finally(() => {
      looking = null
      ended = deps.clock()
    })
    return looking
  }
}
