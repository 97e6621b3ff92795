import { plural } from '@shared/model/plural'
import type { Command } from '../command'

export const command: Command = {
  run: async ({ client }) => {
    const data = await client.validations.list()
    return {
      data,
      blocks: () => [
        {
          kind: 'table',
          title: 'Validations',
          columns: ['Name', 'Mode', 'Phase', 'Attached', 'Command'],
          rows: data.validations.map(({ name, mode, phase, attached, command: line, tool }) => [
            name,
            mode,
            phase,
            attached.map((one) => one.name).join(', '),
            (typeof line === 'string' ? line : line?.join(' ')) ?? `tool ${tool}`,
          ]),
          empty: 'None yet: agents validation add --config FILE',
        },
      ],
      verdict: `${plural(data.validations.length, 'validation')} listed`,
    }
  },
}
