import type { Command } from '../command'
import { counted } from '../views/text'

export const command: Command = {
  run: async ({ client }) => {
    const data = await client.profiles.list()
    return {
      data,
      blocks: () => [
        {
          kind: 'table',
          title: 'Automation Profiles',
          columns: ['Name', '', 'Description'],
          rows: data.profiles.map((profile) => [
            profile.name,
            profile.name === data.default ? 'default' : '',
            profile.description,
          ]),
          empty: 'None.',
        },
      ],
      verdict: `${counted(data.profiles.length, 'profile')} listed`,
    }
  },
}
