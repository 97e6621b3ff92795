import type { Command } from '../command'
import { planArgument, presentPlan } from '../plan-argument'
import { restBlocks } from '../views/plan-blocks'

export const command: Command = {
  arguments: [planArgument],
  present: presentPlan,
  run: async ({ client, given }) => {
    const plan = await client.plans.stop({ plan_id: given.id('plan') })
    return { data: plan, blocks: () => restBlocks('Plan', plan), verdict: 'Plan stopped; sandbox and history stay' }
  },
}
