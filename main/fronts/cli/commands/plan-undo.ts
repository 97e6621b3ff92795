import type { Command } from '../command'
import { onConflictOf, onConflictOption } from '../on-conflict'
import { planArgument, presentPlan } from '../plan-argument'
import { undoneBlocks } from '../views/control-blocks'

export const command: Command = {
  arguments: [planArgument],
  options: [onConflictOption],
  present: presentPlan,
  run: async ({ client, given }) => {
    const done = await client.plans.undo({ plan_id: given.id('plan'), ...onConflictOf(given) })
    return { data: done, blocks: () => undoneBlocks(done), verdict: `The ${done.undone} is undone` }
  },
}
