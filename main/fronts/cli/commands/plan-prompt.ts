import { planEnvironment } from '../caller-environment'
import type { Command } from '../command'
import { followedOutcome, followPlan } from '../follow-plan'
import { fields, present } from '../output/block'
import { planArgument, presentPlan } from '../plan-argument'
import { nextSteps, restBlocks } from '../views/plan-blocks'
import { phaseName, stateName } from '../views/text'

export const command: Command = {
  arguments: [planArgument, { name: 'text', description: 'What the plan should mind from now on' }],
  options: [{ flags: '--wait', description: 'Follows the plan until it waits or ends' }],
  examples: ['agents plan prompt 01HXR3C4D5 "Convert the User model first"'],
  present: presentPlan,
  run: async (call) => {
    const { client, given, caller } = call
    const text = given.text('text')
    const env = await planEnvironment(client, caller.env)
    const plan = await client.plans.prompt({ plan_id: given.id('plan'), text, env })
    if (given.flag('wait')) {
      const { decision_id: decision, ...standing } = plan
      const followed = await followPlan(call, standing)
      const outcome = followedOutcome(followed, (rested) => restBlocks('Plan', rested))
      return { ...outcome, data: { ...followed.plan, decision_id: decision } }
    }
    return {
      data: plan,
      blocks: () =>
        present(
          fields('Guidance Added', [
            ['Plan', plan.plan_id],
            ['Guidance', text],
            ['Phase', phaseName(plan.phase)],
            ['State', stateName(plan)],
          ]),
          fields('Decision Created', [
            ['Type', 'user_intervention'],
            ['ID', plan.decision_id],
          ]),
          fields('Queue', [
            ['Pending', String(plan.guidance.pending.length)],
            ['Applied', String(plan.guidance.applied)],
          ]),
          nextSteps(plan),
        ),
      verdict: plan.guidance.pending.length > 0 ? 'Guidance queued' : 'Guidance given',
    }
  },
}
