import type { Command } from '../command'

export const command: Command = {
  arguments: [{ name: 'profile', description: 'The name of an automation profile that was added' }],
  present: async ({ client }, { details }) =>
    typeof details['profile'] === 'string' ? client.profiles.show({ profile: details['profile'] }) : null,
  run: async ({ client, given }) => {
    const data = await client.profiles.remove({ profile: given.text('profile') })
    return { data, blocks: () => [], verdict: `Profile ${data.name} removed; plans that began with it keep it` }
  },
}
