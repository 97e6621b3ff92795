import type { Command } from '../command'
import { planArgument } from '../plan-argument'
import { statusBlocks } from '../views/plan-blocks'
import { standing } from '../views/text'

export const command: Command = {
  arguments: [planArgument],
  run: async ({ client, given }) => {
    const plan = await client.plans.status({ plan_id: given.id('plan') })
    return { data: plan, blocks: () => statusBlocks(plan), verdict: standing(plan) }
  },
}
