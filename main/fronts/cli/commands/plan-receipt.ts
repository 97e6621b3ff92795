import type { Command } from '../command'
import { planArgument, presentPlan } from '../plan-argument'
import { receiptBlocks } from '../views/control-blocks'

export const command: Command = {
  arguments: [planArgument],
  present: presentPlan,
  run: async ({ client, given }) => {
    const receipt = await client.plans.receipt({ plan_id: given.id('plan') })
    return { data: receipt, blocks: () => receiptBlocks(receipt), verdict: 'Receipt shown' }
  },
}
