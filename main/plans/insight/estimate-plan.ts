import {
  estimateFromPlans,
  estimateFromStrategy,
  leftAsBefore,
  leftAtPace,
  withoutModel,
  type Estimate,
  type TimeLeft,
} from '../domain/estimate'
import type { Decision } from '../../decisions'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'
import { pastPlans, type PastFilter } from './past-plans'

type Deps = Pick<PlanDeps, 'db' | 'plans' | 'decisions' | 'usage' | 'clock'>

const needsNoModel = (actors: PastFilter['actors']): boolean =>
  Object.values(actors).every((actor) => actor == null || actor.startsWith('builtin/'))

/** What a plan of this action with these actors will take, before it is made; null where nothing tells. */
export function estimateUse(deps: Pick<Deps, 'db' | 'plans'>, filter: PastFilter): Estimate | null {
  const found = estimateFromPlans(pastPlans(deps, filter))
  return needsNoModel(filter.actors) ? (found ?? withoutModel) : found
}

/** What the plan was or is expected to take; null where nothing tells. */
export function estimatePlan(deps: Deps, plan: Plan): Estimate | null {
  const filter = { actionId: plan.actionId, actors: plan.action.actors, before: plan.id }
  const found = estimateUse(deps, filter)
  if (found !== null || plan.phase === 'strategize') return found
  const choices = deps.decisions.live(plan.id).filter(({ type }) => type === 'strategy_choice').length
  const strategizeMs = deps.plans.workedByPhase(plan.id).get('strategize') ?? 0
  const costMicro = deps.usage.byPhase(plan.id).get('strategize')?.cost ?? 0
  return estimateFromStrategy({ choices, costMicro, strategizeMs }, pastPlans(deps, { ...filter, actionId: null }))
}

/** The moment at which each choice of the strategy was first taken up in Execute. */
function begunChoices(decisions: readonly Decision[]): readonly number[] {
  const byId = new Map(decisions.map((decision) => [decision.id, decision]))
  const begun = new Map<string, number>()
  for (const decision of decisions) {
    if (decision.phase !== 'execute') continue
    for (let one = decision as Decision | undefined, depth = 0; one && depth < 50; depth += 1) {
      if (one.type === 'strategy_choice') {
        if (!begun.has(one.id)) begun.set(one.id, decision.created)
        break
      }
      one = one.parentId === null ? undefined : byId.get(one.parentId)
    }
  }
  return [...begun.values()]
}

/** How long a running plan works on until the end of Execute; null where it rests, or nothing tells. */
export function timeLeftOf(deps: Deps, plan: Plan): TimeLeft | null {
  if (plan.state !== 'processing' || plan.phase === 'apply') return null
  const now = deps.clock()
  const workedMs = deps.plans.workedByPhase(plan.id, now).get(plan.phase) ?? 0
  if (plan.phase === 'execute') {
    const live = deps.decisions.live(plan.id)
    const choices = live.filter(({ type }) => type === 'strategy_choice').length
    const begunAt = begunChoices(live).map((at) => workedMs - deps.plans.workedSince(plan.id, at, now))
    const left = leftAtPace({ choices, begunAt, workedMs })
    if (left) return left
  }
  const past = pastPlans(deps, { actionId: plan.actionId, actors: plan.action.actors, before: plan.id })
  return leftAsBefore({ phase: plan.phase, workedMs }, past)
}
