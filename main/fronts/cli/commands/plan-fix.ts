import { planEnvironment } from '../caller-environment'
import type { Command } from '../command'
import { followedOutcome, followPlan, standingOutcome } from '../follow-plan'
import { planArgument, presentPlan } from '../plan-argument'
import { restBlocks } from '../views/plan-blocks'

export const command: Command = {
  arguments: [planArgument, { name: 'text', description: 'What the actor is told besides the output', optional: true }],
  options: [{ flags: '--no-wait', description: 'Returns at once; the plan goes on' }],
  examples: ['agents plan fix 01HXR1C1D2 "Only reformat, change nothing else."'],
  present: presentPlan,
  run: async (call) => {
    const { client, given, caller } = call
    const env = await planEnvironment(client, caller.env)
    const text = given.maybe('text')
    const plan = await client.plans.fix({ plan_id: given.id('plan'), env, ...(text === undefined ? {} : { text }) })
    if (given.flag('wait'))
      return followedOutcome(await followPlan(call, plan), (rested) => restBlocks('Execution', rested))
    return { data: plan, blocks: () => restBlocks('Execution', plan), ...standingOutcome(plan) }
  },
}
