import { planEnvironment } from '../caller-environment'
import type { Command } from '../command'
import { followedOutcome, followPlan } from '../follow-plan'
import { pairsOf } from '../given'
import { createdBlocks, restBlocks } from '../views/plan-blocks'
import { standing } from '../views/text'
import { unjudgedWarnings } from '../views/unjudged-rules'

export const command: Command = {
  arguments: [
    { name: 'action', description: 'The name or id of an action' },
    { name: 'project', description: 'One or more projects', variadic: true },
  ],
  options: [
    { flags: '--automation-profile <profile>', description: 'How much happens without asking' },
    { flags: '--arg <name=value>', description: 'An argument of the action; may be repeated', repeat: true },
    { flags: '--title <text>', description: 'What the plan is called in lists and in its commit' },
    { flags: '--include-uncommitted', description: 'Starts from the checkout with its uncommitted work' },
    { flags: '--wait', description: 'Follows the plan until it waits or ends' },
  ],
  examples: ['agents plan use --arg bug_description="/health answers 500" local/fix-bug local/api-service'],
  run: async (call) => {
    const { client, given, caller } = call
    const profile = given.maybe('automation-profile')
    const action = given.text('action')
    const args = pairsOf(given.list('arg'), action)
    const title = given.maybe('title')
    const plan = await client.plans.use({
      action,
      projects: [...given.list('project')],
      args,
      ...(profile === undefined ? {} : { automation_profile: profile }),
      ...(title === undefined ? {} : { title }),
      include_uncommitted: given.flag('include-uncommitted'),
      env: await planEnvironment(client, caller.env),
    })
    const unjudged = unjudgedWarnings(plan.invariants, plan.actors)
    if (given.flag('wait')) {
      const followed = followedOutcome(await followPlan(call, plan), (rested) => restBlocks('Plan', rested))
      return { ...followed, messages: [...unjudged, ...(followed.messages ?? [])] }
    }
    return {
      data: plan,
      messages: [...plan.notices.map((notice) => ({ level: 'warn' as const, text: notice })), ...unjudged],
      blocks: () => createdBlocks({ ...plan, notices: [] }),
      verdict: `Plan created: ${standing(plan)}`,
    }
  },
}
