import type { PlanView } from '@shared/contract/plan-view'
import { phases, type Phase } from '@shared/model/plan'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'
import { addUsage, noUsage, type UsageSum } from '../usage'

type CostDeps = Pick<PlanDeps, 'usage' | 'plans' | 'conversation'>

const dollars = (micro: number | null): number | null => (micro === null ? null : micro / 1_000_000)

function tokensView(sum: UsageSum): PlanView['tokens'] {
  const { input, output, cacheWrite, cacheRead } = sum
  return {
    input,
    output,
    cache_write: cacheWrite,
    cache_read: cacheRead,
    total: input + output + cacheWrite + cacheRead,
  }
}

function costByPhase(deps: CostDeps, plan: Plan, usage: ReadonlyMap<string, UsageSum>): PlanView['cost_by_phase'] {
  const times = deps.plans.phaseTimes(plan.id)
  const calls = deps.conversation.countByPhase(plan.id)
  return phases.map((phase: Phase) => {
    const sum = usage.get(phase) ?? noUsage
    const time = times.get(phase)
    return {
      phase,
      started: time?.started ?? null,
      ended: time?.ended ?? null,
      tokens: tokensView(sum),
      cost_usd: dollars(sum.cost),
      cost_estimated: sum.estimated > 0,
      tool_calls: calls.get(phase) ?? 0,
    }
  })
}

/** What a plan used, whole and by phase. */
export function costView(
  deps: CostDeps,
  plan: Plan,
): Pick<PlanView, 'tokens' | 'cost_usd' | 'cost_estimated' | 'cost_by_phase'> {
  const usage = deps.usage.byPhase(plan.id)
  const sum = [...usage.values()].reduce(addUsage, noUsage)
  return {
    tokens: tokensView(sum),
    cost_usd: dollars(sum.cost),
    cost_estimated: sum.estimated > 0,
    cost_by_phase: costByPhase(deps, plan, usage),
  }
}
