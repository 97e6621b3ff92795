import { isTerminal } from '@shared/model/plan'
import { conflict, missing } from '@shared/model/refusal'
import { resultView, type PlanResults, type RunResults } from '../validations'
import { checkedPlan, checkedTree, placesOf } from './checked-plan'
import { findPlan } from './move-plan'
import { heldBackBy, runChecks, standings } from './phases/run-validations'
import type { PlanDeps } from './ports'
import { planView } from './views/plan-view'

/** Runs a resting plan's checks, all or one by its name, where they belong: on its copies, or once applied on the sources. */
export async function runValidationsNow(
  deps: PlanDeps,
  query: string,
  name: string | null,
  signal: AbortSignal = new AbortController().signal,
): Promise<RunResults> {
  const plan = findPlan(deps, query)
  if (plan.state === 'queued' || plan.state === 'processing' || isTerminal(plan.state)) {
    throw conflict('plan.wrong_state', `Plan ${plan.id} is ${plan.state}; its validations were not run.`, {
      hint: isTerminal(plan.state) ? 'It has ended.' : 'Wait until it rests, or stop it.',
      details: { plan_id: plan.id },
    })
  }
  const applied = plan.applied !== null
  const checks = deps.validations
    .checks(checkedPlan(deps, plan))
    .filter((check) => (check.phase === 'post_apply') === applied)
    .filter((check) => name === null || check.name === name)
  if (name !== null && checks.length === 0) {
    throw missing('validation.not_of_plan', `${name} is no validation of plan ${plan.id} that could run now.`, {
      hint: 'See `agents plan status`.',
    })
  }
  const places = placesOf(deps, plan, applied ? 'sources' : 'copies')
  if (places.length === 0 && checks.length > 0) {
    throw conflict('plan.no_sandbox', `Plan ${plan.id} has no sandbox yet; its validations were not run.`, {
      hint: 'Execute the plan first.',
    })
  }
  const results = await runChecks(deps, plan, { phase: plan.phase, due: checks, places, signal })
  const tree = checkedTree(deps, plan.id)
  const stale = (one: (typeof results)[number]) => one.phase !== 'post_apply' && one.tree !== tree
  const held = heldBackBy(standings(deps, plan, applied ? ['post_apply'] : ['execute', 'pre_apply']))
  return {
    plan_id: plan.id,
    results: results.map((one) => resultView(one, stale(one))),
    held_back_by: held.map(({ why }) => why),
    next_steps: planView(deps, deps.plans.byId(plan.id) ?? plan).next_steps,
  }
}

/** Every run of a plan's checks, oldest first. */
export function validationResults(deps: PlanDeps, query: string): PlanResults {
  const plan = findPlan(deps, query)
  const tree = checkedTree(deps, plan.id)
  return {
    plan_id: plan.id,
    results: deps.validations
      .results(plan.id)
      .map((one) => resultView(one, one.phase !== 'post_apply' && one.tree !== tree)),
  }
}
