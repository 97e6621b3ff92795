import type { Command } from '../command'
import { validationBlock } from '../views/validation-blocks'

export const command: Command = {
  arguments: [{ name: 'validation', description: 'The name or id of a validation' }],
  run: async ({ client, given }) => {
    const data = await client.validations.show({ validation: given.text('validation') })
    return { data, blocks: () => [validationBlock('Validation', data)], verdict: data.name }
  },
}
