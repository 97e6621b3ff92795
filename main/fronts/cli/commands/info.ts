import { fields } from '../output/block'
import type { Command } from '../command'
import { moment } from '../views/text'

export const command: Command = {
  run: async ({ client }) => {
    const info = await client.system.info()
    return {
      data: info,
      blocks: () => [
        fields('CleverAgents', [
          ['Version', info.version],
          ['Node', info.node],
          ['Platform', info.platform],
          ['Data Dir', info.data_dir],
          ['Schema', info.schema_version],
        ]),
        fields('Core', [
          ['Process', String(info.core.pid)],
          ['Kind', info.core.kind],
          ['Endpoint', info.core.endpoint],
          ['Started', moment(info.core.started)],
        ]),
        fields(
          'Stored',
          Object.entries(info.counts).map(([name, count]) => [name, String(count)] as const),
        ),
      ],
      verdict: 'Ready',
    }
  },
}
