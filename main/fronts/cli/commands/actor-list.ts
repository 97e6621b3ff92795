import { plural } from '@shared/model/plural'
import type { Command } from '../command'

export const command: Command = {
  run: async ({ client }) => {
    const data = await client.actors.list()
    return {
      data,
      blocks: () => [
        {
          kind: 'table',
          title: 'Actors',
          columns: ['Name', 'Type', 'Runnable', 'Note'],
          rows: data.actors.map((actor) => [
            actor.name,
            actor.type,
            actor.runnable ? 'yes' : 'no',
            actor.runnable ? (actor.notice ?? '') : actor.reason,
          ]),
          empty: 'None.',
        },
      ],
      verdict: `${plural(data.actors.length, 'actor')} listed`,
    }
  },
}
