import type { Command, CommandOption } from '../command'
import { onConflictOf, onConflictOption } from '../on-conflict'
import { planArgument, presentPlan } from '../plan-argument'
import { unlessConfirmed } from '../unless-confirmed'
import { withYes } from '../with-yes'
import { rollbackBlocks } from '../views/control-blocks'

const options: readonly CommandOption[] = [
  { flags: '-y, --yes', description: 'Rolls back without asking' },
  { flags: '--dry-run', description: 'Shows what would happen and changes nothing' },
  onConflictOption,
]

export const command: Command = {
  arguments: [
    planArgument,
    { name: 'checkpoint', description: 'The id of a checkpoint, as `plan artifacts` lists it' },
  ],
  options,
  examples: ['agents plan rollback --dry-run 01HXRCF1G2 01HXRCP1A2'],
  present: presentPlan,
  run: async (call) => {
    const { client, given } = call
    const input = { plan_id: given.id('plan'), checkpoint_id: given.text('checkpoint') }
    const dryRun = given.flag('dry-run')
    if (dryRun || !given.flag('yes')) {
      const preview = await client.plans.previewRollback(input)
      const blocks = rollbackBlocks(preview)
      if (dryRun) return { data: preview, blocks: () => blocks, verdict: 'Nothing was changed' }
      const held = await unlessConfirmed(call, {
        question: 'Roll back to this checkpoint?',
        command: withYes('plan rollback', options, given, [input.plan_id, input.checkpoint_id]),
        data: preview,
        blocks,
        declined: 'Nothing was rolled back',
      })
      if (held) return held
    }
    const done = await client.plans.rollback({ ...input, ...onConflictOf(given) })
    return { data: done, blocks: () => rollbackBlocks(done), verdict: 'Rollback complete' }
  },
}
