import type { Command } from '../command'

export const command: Command = {
  arguments: [{ name: 'validation', description: 'The name or id of a validation' }],
  run: async ({ client, given }) => {
    const data = await client.validations.remove({ validation: given.text('validation') })
    return { data, blocks: () => [], verdict: `Validation ${given.text('validation')} removed` }
  },
}
