import type { Command } from '../command'
import { fields, lines, present } from '../output/block'
import { readSource } from '../read-source'
import { moment } from '../views/text'

export const command: Command = {
  options: [
    { flags: '--config <file>', description: 'The YAML file, or - for standard input', required: true },
    { flags: '--replace', description: 'Takes the place of the profile of that name' },
  ],
  examples: ['agents automation-profile add --config ./profiles/db-cautious.yaml'],
  present: async ({ client }, { details }) =>
    typeof details['profile'] === 'string' ? client.profiles.show({ profile: details['profile'] }) : null,
  run: async ({ client, given, caller }) => {
    const source = await readSource(caller, given.text('config'))
    const profile = await client.profiles.add({ source, replace: given.flag('replace') })
    return {
      data: profile,
      blocks: () =>
        present(
          fields('Profile Registered', [
            ['Name', profile.name],
            ['Description', profile.description || null],
            ['Created', profile.created === null ? null : moment(profile.created)],
          ]),
          lines(
            'What Happens',
            profile.sentences.map((sentence) => `- ${sentence}`),
          ),
        ),
      verdict: 'Profile registered',
    }
  },
}
