import type { Command } from '../command'
import { fields, lines, present } from '../output/block'
import { yesNo } from '../views/text'

export const command: Command = {
  arguments: [{ name: 'profile', description: 'The name of an automation profile' }],
  run: async ({ client, given }) => {
    const profile = await client.profiles.show({ profile: given.text('profile') })
    return {
      data: profile,
      blocks: () =>
        present(
          fields('Automation Profile', [
            ['Name', profile.name],
            ['Description', profile.description],
            ['Sandbox Required', yesNo(profile.require_sandbox)],
            ['Checkpoints Required', yesNo(profile.require_checkpoints)],
            ['Unsafe Tools', yesNo(profile.allow_unsafe_tools)],
            ['Built In', yesNo(profile.builtin)],
          ]),
          lines(
            'What Happens',
            profile.sentences.map((sentence) => `- ${sentence}`),
          ),
          fields(
            'Thresholds',
            Object.entries(profile.thresholds).map(([name, value]) => [name, String(value)] as const),
          ),
        ),
      verdict: 'Profile shown',
    }
  },
}
