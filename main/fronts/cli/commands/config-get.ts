import type { Command } from '../command'
import { fields } from '../output/block'
import { valueText } from '../views/config-text'

export const command: Command = {
  arguments: [{ name: 'key', description: 'A key such as core.format' }],
  options: [{ flags: '--project <project>', description: 'As it holds for this project' }],
  run: async ({ client, given }) => {
    const project = given.maybe('project')
    const entry = await client.settings.get({ key: given.text('key'), ...(project === undefined ? {} : { project }) })
    return {
      data: entry,
      blocks: () => [
        fields('Setting', [
          ['Key', entry.key],
          ['Value', valueText(entry.value)],
          ['Source', entry.source],
          ['Description', entry.description],
        ]),
      ],
      verdict: 'Setting shown',
    }
  },
}
