import type { Command } from '../command'
import { readSource } from '../read-source'
import { validationBlock } from '../views/validation-blocks'
import { invalid } from '@shared/model/refusal'

export const command: Command = {
  arguments: [{ name: 'name', description: 'In place of the name in the file', optional: true }],
  options: [
    { flags: '--config <file>', description: 'The YAML file, or - for standard input', required: true },
    { flags: '--required', description: 'A failure holds the plan back' },
    { flags: '--informational', description: 'A failure is only shown' },
  ],
  examples: ['agents validation add --config validations/unit-tests.yaml --required local/unit-tests'],
  present: async ({ client }, { details }) =>
    typeof details['validation'] === 'string'
      ? client.validations.show({ validation: details['validation'] })
      : Promise.resolve(null),
  run: async ({ client, given, caller }) => {
    if (given.flag('required') && given.flag('informational')) {
      throw invalid('usage.mode', 'A validation is required or informational, not both.', { hint: 'Say one of them.' })
    }
    const name = given.maybe('name')
    const mode = given.flag('required') ? 'required' : given.flag('informational') ? 'informational' : undefined
    const data = await client.validations.add({
      source: await readSource(caller, given.text('config')),
      ...(name === undefined ? {} : { name }),
      ...(mode === undefined ? {} : { mode }),
    })
    return { data, blocks: () => [validationBlock('Validation Registered', data)], verdict: 'Validation registered' }
  },
}
