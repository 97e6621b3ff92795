import { askedAt } from '../asked-at'
import { planEnvironment } from '../caller-environment'
import type { Command } from '../command'
import { followedOutcome, followPlan, isResting, standingOutcome } from '../follow-plan'
import { planArgument, presentPlan } from '../plan-argument'
import { restBlocks } from '../views/plan-blocks'

export const command: Command = {
  arguments: [planArgument],
  options: [{ flags: '--no-wait', description: 'Returns at once; the plan goes on' }],
  present: presentPlan,
  run: async (call) => {
    const { client, given, caller } = call
    const env = await planEnvironment(client, caller.env)
    const { warning, ...plan } = await client.plans.execute({ plan_id: given.id('plan'), env, asked_at: askedAt() })
    // Where a phase runs already, this attaches to it.
    if (warning !== null && isResting(plan)) {
      return {
        data: plan,
        status: 'warn',
        messages: [{ level: 'warn', text: warning }],
        blocks: () => restBlocks('Execution', plan),
        verdict: warning,
      }
    }
    if (given.flag('wait'))
      return followedOutcome(await followPlan(call, plan), (rested) => restBlocks('Execution', rested))
    return { data: plan, blocks: () => restBlocks('Execution', plan), ...standingOutcome(plan) }
  },
}
