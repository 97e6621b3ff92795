import { resolve } from 'node:path'
import type { Command } from '../command'
import { planArgument, presentPlan } from '../plan-argument'
import { restBlocks } from '../views/plan-blocks'

export const command: Command = {
  arguments: [planArgument],
  options: [{ flags: '--moved-to <folder>', description: 'Where a sandbox lies now that was moved' }],
  present: presentPlan,
  run: async ({ client, given, caller }) => {
    const folder = given.maybe('moved-to')
    const plan = await client.plans.repair({
      plan_id: given.id('plan'),
      ...(folder === undefined ? {} : { moved_to: resolve(caller.cwd, folder) }),
    })
    return { data: plan, blocks: () => restBlocks('Plan', plan), verdict: 'The sandboxes stand as they should' }
  },
}
