import type { Command } from '../command'
import { actionArgument } from '../present-action'
import { actionBlocks } from '../views/action-blocks'

export const command: Command = {
  arguments: [actionArgument],
  run: async ({ client, given }) => {
    const action = await client.actions.show({ action: given.text('action') })
    return { data: action, blocks: () => actionBlocks('Action', action), verdict: 'Action shown' }
  },
}
