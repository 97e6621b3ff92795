import { grouped, plural } from '@shared/model/plural'
import type { Command } from '../command'

export const command: Command = {
  options: [{ flags: '--type <type>', description: 'Only resources of this type' }],
  run: async ({ client, given }) => {
    const type = given.maybe('type')
    const data = await client.resources.list(type === undefined ? {} : { type })
    return {
      data,
      blocks: () => [
        {
          kind: 'table',
          title: 'Resources',
          columns: ['Name', 'Type', 'Branch', 'Children', 'Path'],
          rows: data.resources.map((resource) => [
            resource.name,
            resource.type,
            resource.branch ?? '',
            grouped(resource.children_discovered),
            resource.path,
          ]),
          empty: 'None yet: agents resource add git-checkout NAME --path FOLDER',
        },
      ],
      verdict: `${plural(data.resources.length, 'resource')} listed`,
    }
  },
}
