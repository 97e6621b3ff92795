import type { Command } from '../command'
import { planArgument, presentPlan } from '../plan-argument'
import { restBlocks } from '../views/plan-blocks'

export const command: Command = {
  arguments: [planArgument, { name: 'profile', description: 'The name of an automation profile' }],
  present: presentPlan,
  run: async ({ client, given }) => {
    const plan = await client.plans.setProfile({ plan_id: given.id('plan'), automation_profile: given.text('profile') })
    const verdict = `${plan.automation_profile} holds from the next step on`
    return { data: plan, blocks: () => restBlocks('Plan', plan), verdict }
  },
}
