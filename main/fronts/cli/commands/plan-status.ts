import type { Command } from '../command'
import { standingOutcome } from '../follow-plan'
import { planArgument } from '../plan-argument'
import { isolationBlocks } from '../views/insight-blocks'
import { statusBlocks } from '../views/plan-blocks'

export const command: Command = {
  arguments: [planArgument],
  run: async ({ client, given }) => {
    const which = { plan_id: given.id('plan') }
    const [plan, { isolation }] = await Promise.all([client.plans.status(which), client.plans.isolation(which)])
    return {
      data: { ...plan, isolation },
      blocks: () => [...statusBlocks(plan), ...isolationBlocks(isolation)],
      ...standingOutcome(plan),
    }
  },
}
