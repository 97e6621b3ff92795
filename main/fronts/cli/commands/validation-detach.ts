import type { Command } from '../command'
import { targetArguments, targetOf, targetOptions } from '../validation-target'
import { validationBlock } from '../views/validation-blocks'

export const command: Command = {
  arguments: targetArguments,
  options: targetOptions,
  examples: ['agents validation detach --project local/api-service local/unit-tests'],
  present: ({ client, given }) => client.validations.show({ validation: given.text('validation') }),
  run: async ({ client, given }) => {
    const { input, words } = targetOf(given)
    const data = await client.validations.detach(input)
    return { data, blocks: () => [validationBlock('Validation', data)], verdict: `Validation taken off ${words}` }
  },
}
