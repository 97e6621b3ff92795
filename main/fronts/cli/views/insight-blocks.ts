import type { EstimateView, IsolationView } from '@shared/contract/insight'
import type { PlanView } from '@shared/contract/plan-view'
import { grouped, plural } from '@shared/model/plural'
import { fields, lines, type Block, type Line } from '../output/block'
import { duration, money, orNone } from './text'

function amount(estimate: EstimateView | null): string | null {
  const cost = estimate?.cost_usd
  if (!cost) return null
  const { median, low, high } = cost
  return low === high ? money(median) : `${money(median)} (${money(low)} to ${money(high)})`
}

/** What was spent, what was expected, and what is left to wait. */
export const costBlock = (plan: PlanView): Block =>
  fields('Cost', [
    ['Tokens Used', grouped(plan.tokens.total)],
    ['Cost So Far', money(plan.cost_usd, plan.cost_estimated)],
    ['Cut Off Calls', plan.cost_estimated ? 'counted at the most that they may have cost' : null],
    ['Cap', plan.budget.cap_usd === null ? null : money(plan.budget.cap_usd)],
    ['Cap Of All Plans', plan.budget.total_cap_usd === null ? null : money(plan.budget.total_cap_usd)],
    ['Estimated', amount(plan.estimate)],
    ['Estimated Time', plan.estimate?.duration_ms ? duration(plan.estimate.duration_ms.median) : null],
    ['Estimate', plan.estimate?.how ?? null],
    ['Time Left', plan.time_left && `about ${duration(plan.time_left.ms)}. ${plan.time_left.how}`],
  ])

/** The decision that a failure after Apply most likely goes back to. */
export const rootCauseBlock = ({ root_cause: cause }: PlanView): Block | null =>
  cause &&
  fields('Probable Root Cause', [
    ['Decision', cause.decision_id],
    ['Question', cause.question],
    ['Chosen', cause.chosen],
    ['Confidence', cause.confidence === null ? null : cause.confidence.toFixed(2)],
    ['Why', cause.why],
    ['Checkpoint Before', cause.checkpoint_id],
  ])

function sourceText({ source, drift }: IsolationView): string | null {
  if (source === null) return null
  if (source === 'unchanged') return 'unchanged since the plan recorded it'
  const parts = [
    ...(drift.head ? [`${drift.head.from.slice(0, 10)} became ${drift.head.to.slice(0, 10)}`] : []),
    ...(drift.index ? ['the index changed'] : []),
    ...(drift.total > 0 ? [`${plural(drift.total, 'path')}: ${drift.paths.slice(0, 5).join(', ')}`] : []),
  ]
  return `drifted (${parts.join('; ')})`
}

/** How the work on each resource is kept apart from it. */
export function isolationBlocks(isolation: readonly IsolationView[]): Block[] {
  return isolation.flatMap((one) => [
    fields(`Isolation of ${one.name}`, [
      ['Strategy', one.strategy],
      ['Sandbox', one.path],
      ['Branch', one.branch],
      ['Base Commit', one.base_commit],
      ['Condition', one.condition === 'ok' ? 'there, locked for this plan' : one.condition],
      ['Target', `${one.target_path}${one.target_branch ? ` on ${one.target_branch}` : ''}`],
      ['Source', orNone(sourceText(one))],
    ]),
    lines(
      'Not Covered',
      one.not_covered.map(({ what, paths, total }): Line => ({
        text: `- ${what}${total > 0 ? ` (${total}): ${paths.slice(0, 3).join(', ')}` : ''}`,
        tone: 'dim',
      })),
    ),
  ])
}
