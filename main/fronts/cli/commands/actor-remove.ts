import type { Command } from '../command'

export const command: Command = {
  arguments: [{ name: 'actor', description: 'The name of an actor' }],
  present: ({ client, given }) => client.actors.show({ actor: given.text('actor') }),
  run: async ({ client, given }) => {
    const data = await client.actors.remove({ actor: given.text('actor') })
    return { data, blocks: () => [], verdict: `Actor ${given.text('actor')} removed` }
  },
}
