import { plural } from '@shared/model/plural'
import type { Command } from '../command'

export const command: Command = {
  run: async ({ client }) => {
    const data = await client.projects.list()
    return {
      data,
      blocks: () => [
        {
          kind: 'table',
          title: 'Projects',
          columns: ['Name', 'Resources', 'Active Plans', 'Description'],
          rows: data.projects.map((project) => [
            project.name,
            project.resources.map((resource) => resource.name).join(', '),
            String(project.active_plans),
            project.description,
          ]),
          empty: 'None yet: agents project create --resource RESOURCE NAME',
        },
      ],
      verdict: `${plural(data.projects.length, 'project')} listed`,
    }
  },
}
