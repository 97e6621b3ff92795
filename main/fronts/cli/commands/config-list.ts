import { plural } from '@shared/model/plural'
import type { Command } from '../command'
import { valueText } from '../views/config-text'

export const command: Command = {
  options: [{ flags: '--project <project>', description: 'As they hold for this project' }],
  run: async ({ client, given }) => {
    const project = given.maybe('project')
    const data = await client.settings.list(project === undefined ? {} : { project })
    return {
      data,
      blocks: () => [
        {
          kind: 'table',
          title: 'Settings',
          columns: ['Key', 'Value', 'Source', 'Description'],
          rows: data.entries.map((entry) => [entry.key, valueText(entry.value), entry.source, entry.description]),
          empty: 'None.',
        },
      ],
      verdict: `${plural(data.entries.length, 'setting')} listed`,
    }
  },
}
