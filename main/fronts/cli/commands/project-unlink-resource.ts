import type { Command } from '../command'
import { presentProject, projectArgument } from '../present-project'
import { resourceArgument } from '../present-resource'
import { projectBlocks } from '../views/project-blocks'

export const command: Command = {
  arguments: [projectArgument, resourceArgument],
  present: presentProject,
  run: async ({ client, given }) => {
    const project = await client.projects.unlink({ project: given.text('project'), resource: given.text('resource') })
    return { data: project, blocks: () => projectBlocks('Project', project), verdict: 'Resource unlinked' }
  },
}
