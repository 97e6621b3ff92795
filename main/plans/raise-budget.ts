import { conflict, invalid } from '@shared/model/refusal'
import { type Allowance, capsOf, type Held, micro } from './domain/budget'
import type { Plan } from './domain/plan'
import { movePlan, type Moved } from './move-plan'
import type { PlanDeps } from './ports'
import { recordFact } from './phases/record-fact'

export type RaiseOptions = { readonly budget?: number; readonly allowUnknownCost?: boolean }

/** What holds a plan for its budget; null where something else does, or nothing. */
export function heldForBudget(deps: { readonly budgets: Pick<PlanDeps['budgets'], 'held'> }, plan: Plan): Held | null {
  const waits = plan.state === 'awaiting_input' && plan.reason === 'budget'
  const ended = plan.state === 'errored' && plan.error?.code === 'would_wait.budget'
  return waits || ended ? deps.budgets.held(plan.id) : null
}

/** The cap of the configuration is raised there, since it holds for every plan. */
function refuseSetting(plan: Plan): never {
  throw conflict('budget.setting', `The cap that holds plan ${plan.id} is limits.total-cost-usd; it was not changed.`, {
    hint: 'agents config set limits.total-cost-usd USD, then agents plan approve PLAN',
    details: { plan_id: plan.id, setting: 'limits.total-cost-usd' },
  })
}

/** No cap is high enough for what nobody can count. */
function refusePrice(plan: Plan, model: string): never {
  throw conflict('budget.unknown_price', `The price of ${model} is not known, so no cap lets plan ${plan.id} go on.`, {
    hint: 'Let it run at unknown cost: agents plan approve PLAN --allow-unknown-cost',
    details: { plan_id: plan.id, model },
  })
}

function raised(deps: PlanDeps, plan: Plan, held: Held, dollars: number): Partial<Allowance> {
  if (held.cap === 'total_setting') return refuseSetting(plan)
  if (held.cap === 'unknown') return refusePrice(plan, held.model)
  const cap = micro(dollars)
  const least = held.used + held.needed
  if (cap < least)
    throw invalid('budget.too_low', `$${dollars} would not be enough for the next call; the cap was not changed.`, {
      hint: `Give $${(Math.ceil(least / 10_000) / 100).toFixed(2)} or more.`,
      details: { plan_id: plan.id, least_usd: least / 1_000_000 },
    })
  return held.cap === 'total' ? { totalCap: cap } : { planCap: cap }
}

/**
 * Raises the cap that holds a plan, or lets it use a model of unknown price, and lets it go on. It is a person's word for
 * this plan alone, and is recorded as such.
 */
export function raiseBudget(deps: PlanDeps, plan: Plan, options: RaiseOptions): Moved {
  const held = heldForBudget(deps, plan)
  if (!held)
    throw conflict('budget.not_waiting', `Plan ${plan.id} does not wait for its budget; nothing was changed.`, {
      hint: 'See `agents plan status`. The caps of a plan come from its profile: agents plan set-profile PLAN PROFILE',
    })
  const { budget, allowUnknownCost } = options
  const change: Partial<Allowance> = {
    ...(budget === undefined ? {} : raised(deps, plan, held, budget)),
    ...(allowUnknownCost ? { unknownAllowed: true } : {}),
  }
  const said = [
    ...(change.planCap === undefined ? [] : [`This plan may cost $${budget}`]),
    ...(change.totalCap === undefined ? [] : [`All plans together may have cost $${budget}`]),
    ...(allowUnknownCost ? ['Models of unknown price may run'] : []),
  ].join('; ')
  const { moved, decision } = deps.db.transaction(() => {
    deps.budgets.allow(plan.id, change)
    const question = held.cap === 'unknown' ? 'May it run at an unknown cost?' : 'How much may it cost?'
    const fact = { type: 'user_intervention', question, chosen: said, answeredBy: 'person' } as const
    return {
      decision: recordFact(deps, plan, plan.phase, fact),
      moved: movePlan(deps, plan, { type: 'approved', decisionsLeft: 0 }),
    }
  })
  const title = `A person raised the budget: ${said}`
  deps.activity.add(plan.id, { phase: plan.phase, kind: 'decision', title, decisionId: decision.id })
  return moved
}

export type BudgetReads = {
  readonly budgets: Pick<PlanDeps['budgets'], 'allowance' | 'used' | 'reservedOf' | 'held'>
  readonly limits: Pick<PlanDeps['limits'], 'costs'>
}

/** The caps of a plan, what it has used of them, and what holds it, in micro-dollars. */
export function budgetOf(deps: BudgetReads, plan: Plan) {
  const allowance = deps.budgets.allowance(plan.id)
  const caps = capsOf(plan.profile.safety, deps.limits.costs(plan), allowance)
  return {
    allowance,
    used: deps.budgets.used(plan.id),
    reserved: deps.budgets.reservedOf(plan.id),
    planCap: caps.filter(({ name }) => name === 'plan' || name === 'plan_setting').map(({ most }) => most),
    totalCap: caps.filter(({ name }) => name === 'total' || name === 'total_setting').map(({ most }) => most),
    held: heldForBudget(deps, plan),
  }
}
