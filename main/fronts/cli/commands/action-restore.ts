import type { Command } from '../command'
import { actionArgument, presentAction } from '../present-action'
import { actionBlocks } from '../views/action-blocks'

export const command: Command = {
  arguments: [actionArgument],
  options: [{ flags: '--revision <number>', description: 'The revision to bring back', required: true }],
  examples: ['agents action restore local/fix-bug --revision 2'],
  present: presentAction,
  run: async ({ client, given }) => {
    const action = await client.actions.restore({
      action: given.text('action'),
      revision: Number(given.text('revision')),
    })
    return {
      data: action,
      blocks: () => actionBlocks('Action', action),
      verdict: `Action restored as revision ${action.revision}`,
    }
  },
}
