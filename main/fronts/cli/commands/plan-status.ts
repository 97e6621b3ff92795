import type { Command } from '../command'
import { standingOutcome } from '../follow-plan'
import { planArgument } from '../plan-argument'
import { isolationBlocks } from '../views/insight-blocks'
import { statusBlocks } from '../views/plan-blocks'

export const command: Command = {
  arguments: [planArgument],
  run: async ({ client, given }) => {
    const plan = await client.plans.status({ plan_id: given.id('plan') })
    const { isolation } = await client.plans.isolation({ plan_id: plan.plan_id })
    return {
      data: { ...plan, isolation },
      blocks: () => [...statusBlocks(plan), ...isolationBlocks(isolation)],
      ...standingOutcome(plan),
    }
  },
}
