import type { BudgetView } from '@shared/contract/budget'
import { heldSentence, type Held } from '../domain/budget'
import type { Plan } from '../domain/plan'
import { budgetOf, type BudgetReads } from '../raise-budget'

const dollars = (micro: number): number => micro / 1_000_000
const least = (caps: readonly number[]): number | null => (caps.length === 0 ? null : dollars(Math.min(...caps)))

/** A cap that surely lets the next call through, in round figures. */
function suggestion(held: Exclude<Held, { readonly cap: 'unknown' }>): number {
  const enough = dollars(Math.max(held.used + held.needed, held.most * 2))
  return enough < 1 ? Math.ceil(enough * 100) / 100 : Math.ceil(enough)
}

function heldView(held: Held): BudgetView['held'] {
  const why = heldSentence(held)
  if (held.cap === 'unknown')
    return {
      cap: 'unknown',
      why,
      model: held.model,
      cap_usd: null,
      used_usd: null,
      needed_usd: null,
      suggested_usd: null,
    }
  const { cap, most, used, needed, model } = held
  const amounts = { cap_usd: dollars(most), used_usd: dollars(used), needed_usd: dollars(needed) }
  return { cap, why, model, ...amounts, suggested_usd: suggestion(held) }
}

/** What a plan may cost, what it has, and what holds it. */
export function budgetView(deps: BudgetReads, plan: Plan): BudgetView {
  const { allowance, used, reserved, planCap, totalCap, held } = budgetOf(deps, plan)
  return {
    used_usd: dollars(used.plan),
    reserved_usd: dollars(reserved),
    cap_usd: least(planCap),
    total_used_usd: dollars(used.total),
    total_cap_usd: least(totalCap),
    raised: allowance.planCap !== null || allowance.totalCap !== null || allowance.unknownAllowed,
    held: held && heldView(held),
  }
}
