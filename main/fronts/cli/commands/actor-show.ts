import type { Command } from '../command'
import { actorBlocks } from '../views/actor-block'

export const command: Command = {
  arguments: [{ name: 'actor', description: 'The name of an actor, or provider/model' }],
  run: async ({ client, given }) => {
    const actor = await client.actors.show({ actor: given.text('actor') })
    return { data: actor, blocks: () => actorBlocks(actor), verdict: 'Actor shown' }
  },
}
