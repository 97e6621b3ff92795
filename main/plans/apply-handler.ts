import { plural } from '@shared/model/plural'
import { conflict, type Refusal } from '@shared/model/refusal'
import type { plans as plansContract } from '@shared/contract/plans'
import type { HandlersOf } from '../platform/handlers'
import { conflictHint } from './domain/conflict-hint'
import { modeOfApply, type Plan } from './domain/plan'
import type { PlanHandlerDeps } from './handlers'
import { findPlan, movePlan } from './move-plan'
import { heldBackBy, standings } from './phases/run-validations'
import type { PlanDeps } from './ports'
import { requireAccepted, requireFinished } from './require-appliable'
import type { createStarts } from './starts'
import { requireNotUndone } from './undone-apply'
import { presentConflicts } from './views/conflict-view'
import { planView } from './views/plan-view'
import { violated } from './waive-invariant'

/** The refusal of an apply that met conflicts, with the files. */
async function applyConflict(deps: PlanDeps, plan: Plan): Promise<Refusal> {
  const conflicts = await presentConflicts(deps, plan, modeOfApply(plan))
  const causes = new Set(conflicts.map(({ cause }) => cause))
  return conflict(
    'apply.conflict',
    `Apply was refused: ${plural(conflicts.length, 'conflict')}. Nothing was changed there, and the plan keeps its changes.`,
    {
      hint: conflictHint(plan.id, causes),
      details: { plan_id: plan.id, conflicts },
    },
  )
}

/** The refusal of an apply that required checks stood against, with what each of them says. */
function refusedByValidations(deps: PlanDeps, plan: Plan) {
  const held = heldBackBy(standings(deps, plan, ['execute', 'pre_apply']))
  const why = held.map((one) => one.why)
  const folders = deps.sandboxes.get(plan.id).filter(({ state }) => state === 'ready')
  return conflict('apply.validation', `Apply was refused: ${why.join('; ')}. Nothing was changed.`, {
    hint: `Put it right in the sandbox (${folders.map(({ path }) => path).join(', ')}) and look at what they say with agents validation run ${plan.id}; or correct or cancel the plan.`,
    details: {
      plan_id: plan.id,
      validations: held.map(({ standing, why: reason }) => ({ name: standing.check.name, why: reason })),
    },
  })
}
/** Applies and waits for the end of it; what refuses it is an error with all that stands against it. */
export function applyHandler(
  deps: PlanDeps & Pick<PlanHandlerDeps, 'runner'>,
  starts: ReturnType<typeof createStarts>,
): HandlersOf<typeof plansContract>['apply'] {
  return async (input) => {
    const plan = findPlan(deps, input.plan_id)
    requireFinished(plan, input.as_is)
    requireNotUndone(deps, plan)
    if (plan.applied === null) await deps.sandboxes.requireWritable(plan.id)
    if (plan.state !== 'applied') await requireAccepted(deps, plan)
    const change = { skipHooks: input.skip_hooks, applyModeOnce: plan.applied === null ? (input.mode ?? null) : null }
    let warning: string | null = null
    await starts.race(plan, undefined, () => {
      const moved = movePlan(deps, plan, { type: 'apply_requested' }, change)
      warning = moved.nothing && `Nothing was due: ${moved.nothing}.`
      const answer = () => deps.runner.perform(moved).then(() => deps.runner.settled(plan.id))
      return { starts: moved.effects.includes('run'), answer }
    })
    const now = deps.plans.byId(plan.id)!
    if (now.state === 'awaiting_input' && now.reason === 'invariant') throw violated(deps, now)
    if (now.state === 'constrained')
      throw now.reason === 'validation' ? refusedByValidations(deps, now) : await applyConflict(deps, now)
    return { ...planView(deps, now), warning }
  }
}
