import { plural } from '@shared/model/plural'
import type { Command } from '../command'

export const command: Command = {
  run: async ({ client }) => {
    const data = await client.providers.list()
    return {
      data,
      blocks: () => [
        {
          kind: 'table',
          title: 'Providers',
          columns: ['Name', 'Kind', 'Key', 'Variable', 'Base URL'],
          rows: data.providers.map((provider) => [
            provider.name,
            provider.kind,
            provider.key,
            provider.api_key_env ?? '',
            provider.base_url,
          ]),
          empty: 'None.',
        },
      ],
      verdict: `${plural(data.providers.length, 'provider')} listed`,
    }
  },
}
