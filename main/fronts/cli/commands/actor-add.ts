import type { Command } from '../command'
import { readSource } from '../read-source'
import { actorBlocks } from '../views/actor-block'

export const command: Command = {
  options: [
    { flags: '--config <file>', description: 'The YAML file, or - for standard input', required: true },
    { flags: '--replace', description: 'Replaces the actor where it exists' },
  ],
  run: async ({ client, given, caller }) => {
    const source = await readSource(caller, given.text('config'))
    const actor = await client.actors.add({ source, replace: given.flag('replace') })
    return { data: actor, blocks: () => actorBlocks(actor), verdict: 'Actor added' }
  },
}
