import type { Command } from '../command'
import { planArgument, presentPlan } from '../plan-argument'
import { restBlocks } from '../views/plan-blocks'

export const command: Command = {
  arguments: [planArgument],
  present: presentPlan,
  run: async ({ client, given }) => {
    const plan = await client.plans.repair({ plan_id: given.id('plan') })
    return { data: plan, blocks: () => restBlocks('Plan', plan), verdict: 'The sandboxes stand as they should' }
  },
}
