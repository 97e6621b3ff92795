import type { Command } from '../command'

export const command: Command = {
  arguments: [{ name: 'id', description: 'The id of an invariant, or enough of it' }],
  run: async ({ client, given }) => {
    const data = await client.invariants.remove({ id: given.id('id') })
    return { data, blocks: () => [], verdict: `Invariant removed: ${data.text}` }
  },
}
