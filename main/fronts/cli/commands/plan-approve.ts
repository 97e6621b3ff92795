import { invalid } from '@shared/model/refusal'
import { askedAt } from '../asked-at'
import { planEnvironment } from '../caller-environment'
import { choiceOf } from '../choice'
import type { Command } from '../command'
import type { Given } from '../given'
import { followedOutcome, followPlan, isResting } from '../follow-plan'
import { planArgument, presentPlan } from '../plan-argument'
import { restBlocks } from '../views/plan-blocks'
import { standing } from '../views/text'

function waiverOf(given: Given): { readonly waive?: string; readonly reason?: string } {
  const [waive, reason] = [given.maybe('waive'), given.maybe('reason')]
  if (waive === undefined && reason === undefined) return {}
  if (waive !== undefined && reason !== undefined) return { waive: given.text('waive'), reason }
  throw invalid('usage.waive', 'An invariant is set aside by its id or text, and with a reason; only one was given.', {
    hint: 'agents plan approve PLAN --waive INVARIANT --reason "…"',
  })
}

function amountOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const amount = /^\$?\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text.trim().replace('$', '')) : Number.NaN
  if (Number.isFinite(amount)) return amount
  throw invalid('usage.budget', `"${text}" is no amount in dollars.`, {
    hint: 'agents plan approve PLAN --budget 2.50',
  })
}

export const command: Command = {
  arguments: [planArgument],
  options: [
    { flags: '--choose <number>', description: 'Chooses this alternative of the waiting or flagged decision, from 1' },
    { flags: '--decision <id>', description: 'The decision, where there are several' },
    {
      flags: '--waive <invariant>',
      description: 'Sets a violated invariant aside for this plan, by its id or its text',
    },
    { flags: '--reason <text>', description: 'Why it is set aside' },
    { flags: '--budget <usd>', description: 'Raises the cap that holds the plan to this many dollars' },
    { flags: '--allow-unknown-cost', description: 'Lets the plan use models of unknown price' },
    { flags: '--wait', description: 'Follows the plan until it waits or ends' },
  ],
  present: presentPlan,
  run: async (call) => {
    const { client, given, caller } = call
    const choice = choiceOf(given.maybe('choose'))
    const waiver = waiverOf(given)
    const budget = amountOf(given.maybe('budget'))
    const { reason: waitedFor } = await client.plans.status({ plan_id: given.id('plan') })
    const plan = await client.plans.approve({
      plan_id: given.id('plan'),
      ...choice,
      ...waiver,
      ...(budget === undefined ? {} : { budget_usd: budget }),
      ...(given.flag('allow-unknown-cost') ? { allow_unknown_cost: true } : {}),
      ...(given.maybe('decision') === undefined ? {} : { decision_id: given.id('decision') }),
      env: await planEnvironment(client, caller.env),
      asked_at: askedAt(),
    })
    if (given.flag('wait')) return followedOutcome(await followPlan(call, plan), (rested) => restBlocks('Plan', rested))
    const answered = plan.reason === 'phase_gate' && (given.maybe('choose') ?? given.maybe('decision')) !== undefined
    const rechecks = waitedFor === 'validation' && !isResting(plan)
    const verdict = answered
      ? `The decision is answered; the plan is still to be approved: ${standing(plan)}`
      : rechecks
        ? 'The checks run again'
        : waiver.waive !== undefined
          ? `The rule is set aside for this plan; ${isResting(plan) ? standing(plan) : 'its checks run again'}`
          : `Approved: ${standing(plan)}`
    return { data: plan, blocks: () => restBlocks('Plan', plan), verdict }
  },
}
