import type { Command } from '../command'
import { actionArgument, presentAction } from '../present-action'
import { actionBlocks } from '../views/action-blocks'

export const command: Command = {
  arguments: [actionArgument],
  present: presentAction,
  run: async ({ client, given }) => {
    const action = await client.actions.archive({ action: given.text('action') })
    return { data: action, blocks: () => actionBlocks('Action', action), verdict: 'Action archived; its plans stay' }
  },
}
