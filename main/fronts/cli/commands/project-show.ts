import type { Command } from '../command'
import { projectArgument } from '../present-project'
import { projectBlocks } from '../views/project-blocks'

export const command: Command = {
  arguments: [projectArgument],
  run: async ({ client, given }) => {
    const project = await client.projects.show({ project: given.text('project') })
    return { data: project, blocks: () => projectBlocks('Project', project), verdict: 'Project shown' }
  },
}
