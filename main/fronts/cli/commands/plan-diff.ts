import type { Command } from '../command'
import { fields, present } from '../output/block'
import { planArgument, presentPlan } from '../plan-argument'
import { filesTable, patchBlock } from '../views/diff-blocks'
import { counted } from '../views/text'

export const command: Command = {
  arguments: [planArgument],
  present: presentPlan,
  run: async ({ client, given }) => {
    const diff = await client.plans.diff({ plan_id: given.id('plan') })
    const net = diff.insertions - diff.deletions
    return {
      data: diff,
      blocks: () =>
        present(
          fields('Diff Summary', [
            ['Plan', diff.plan_id],
            ['Files Changed', String(diff.files.length)],
            ['Insertions', String(diff.insertions)],
            ['Deletions', String(diff.deletions)],
            ['Net Change', `${net >= 0 ? '+' : ''}${net} lines`],
          ]),
          filesTable(diff.files),
          patchBlock(diff.files),
        ),
      verdict: diff.files.length === 0 ? 'Nothing is changed' : `${counted(diff.files.length, 'file')} changed`,
    }
  },
}
