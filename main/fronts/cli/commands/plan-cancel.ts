import type { Command } from '../command'
import { planArgument, presentPlan } from '../plan-argument'
import { restBlocks } from '../views/plan-blocks'

export const command: Command = {
  arguments: [planArgument],
  options: [{ flags: '-y, --yes', description: 'Asks nothing' }],
  present: presentPlan,
  run: async ({ client, given }) => {
    const plan = await client.plans.cancel({ plan_id: given.id('plan') })
    return { data: plan, blocks: () => restBlocks('Plan', plan), verdict: 'Plan cancelled; the source is untouched' }
  },
}
