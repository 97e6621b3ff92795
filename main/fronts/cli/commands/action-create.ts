import type { Command } from '../command'
import { presentAction } from '../present-action'
import { readSource } from '../read-source'
import { actionBlocks } from '../views/action-blocks'

export const command: Command = {
  options: [
    { flags: '--config <file>', description: 'The YAML file, or - for standard input', required: true },
    { flags: '--replace', description: 'Stores a new revision where the action exists' },
  ],
  examples: ['agents action create --config ./actions/fix-bug.yaml'],
  present: presentAction,
  run: async ({ client, given, caller }) => {
    const source = await readSource(caller, given.text('config'))
    const action = await client.actions.create({ source, replace: given.flag('replace') })
    return { data: action, blocks: () => actionBlocks('Action Created', action), verdict: 'Action created' }
  },
}
