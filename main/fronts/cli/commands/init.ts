import { fields } from '../output/block'
import type { Command } from '../command'

export const command: Command = {
  options: [
    { flags: '-y, --yes', description: 'Asks nothing' },
    { flags: '--sample', description: 'Makes the sample project and says where it is' },
  ],
  run: async ({ client, given }) => {
    const info = await client.system.info()
    const sample = given.flag('sample') ? await client.system.sample() : null
    return {
      data: { ...info, ...(sample ? { sample } : {}) },
      blocks: () => [
        fields('Initialized', [
          ['Data Dir', info.data_dir],
          ['Config', `${info.data_dir}/config.toml`],
          ['Database', `schema ${info.schema_version}`],
          ['Sample', sample && `${sample.project} (${sample.path})`],
        ]),
      ],
      verdict: 'Initialized',
    }
  },
}
