import type { Command } from '../command'

export const command: Command = {
  arguments: [{ name: 'name', description: 'The name of a provider' }],
  present: async ({ client, given }) => {
    const { providers } = await client.providers.list()
    const key = given.text('name').toLowerCase()
    return providers.find((provider) => provider.name.toLowerCase() === key) ?? null
  },
  run: async ({ client, given }) => {
    const data = await client.providers.remove({ name: given.text('name') })
    return { data, blocks: () => [], verdict: `Provider ${given.text('name')} removed` }
  },
}
