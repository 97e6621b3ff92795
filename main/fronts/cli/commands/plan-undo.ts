import type { Command } from '../command'
import { onConflictOf, onConflictOption } from '../on-conflict'
import { planArgument, presentPlan } from '../plan-argument'
import { undoneBlocks, undoPreviewBlocks } from '../views/control-blocks'

export const command: Command = {
  arguments: [planArgument],
  options: [
    { flags: '--dry-run', description: 'Shows what would be taken back and changes nothing' },
    onConflictOption,
  ],
  present: presentPlan,
  run: async ({ client, given }) => {
    if (given.flag('dry-run')) {
      const preview = await client.plans.previewUndo({ plan_id: given.id('plan') })
      return { data: preview, blocks: () => undoPreviewBlocks(preview), verdict: 'Nothing was changed' }
    }
    const done = await client.plans.undo({ plan_id: given.id('plan'), ...onConflictOf(given) })
    return { data: done, blocks: () => undoneBlocks(done), verdict: `The ${done.undone} is undone` }
  },
}
