import type { Command } from '../command'
import { onConflictOf, onConflictOption } from '../on-conflict'
import { planArgument, presentPlan } from '../plan-argument'
import { unlessConfirmed } from '../unless-confirmed'
import { undoneBlocks, undoPreviewBlocks } from '../views/control-blocks'

export const command: Command = {
  arguments: [planArgument],
  options: [
    { flags: '-y, --yes', description: 'Takes it back without asking' },
    { flags: '--dry-run', description: 'Shows what would be taken back and changes nothing' },
    onConflictOption,
  ],
  present: presentPlan,
  run: async (call) => {
    const { client, given } = call
    const dryRun = given.flag('dry-run')
    if (dryRun || !given.flag('yes')) {
      const preview = await client.plans.previewUndo({ plan_id: given.id('plan') })
      const blocks = undoPreviewBlocks(preview)
      if (dryRun) return { data: preview, blocks: () => blocks, verdict: 'Nothing was changed' }
      const held = await unlessConfirmed(call, {
        question: `${preview.label}?`,
        command: `agents plan undo --yes ${given.id('plan')}`,
        data: preview,
        blocks,
        declined: 'Nothing was undone',
      })
      if (held) return held
    }
    const done = await client.plans.undo({ plan_id: given.id('plan'), ...onConflictOf(given) })
    return { data: done, blocks: () => undoneBlocks(done), verdict: `The ${done.undone} is undone` }
  },
}
