import { plural } from '@shared/model/plural'
import type { Command } from '../command'

export const command: Command = {
  run: async ({ client }) => {
    const data = await client.profiles.list()
    return {
      data,
      blocks: () => [
        {
          kind: 'table',
          title: 'Automation Profiles',
          columns: ['Name', 'Kind', '', 'Description'],
          rows: data.profiles.map((profile) => [
            profile.name,
            profile.builtin ? 'built-in' : 'custom',
            profile.name === data.default ? 'default' : '',
            profile.description,
          ]),
          empty: 'None.',
        },
      ],
      verdict: `${plural(data.profiles.length, 'profile')} listed`,
    }
  },
}
