import type { Command } from '../command'
import { presentProject, projectArgument } from '../present-project'
import { resourceArgument } from '../present-resource'
import { projectBlocks } from '../views/project-blocks'

export const command: Command = {
  arguments: [projectArgument, resourceArgument],
  options: [{ flags: '--read-only', description: 'Plans may read it, never write' }],
  present: presentProject,
  run: async ({ client, given }) => {
    const project = await client.projects.link({
      project: given.text('project'),
      resource: given.text('resource'),
      read_only: given.flag('read-only'),
    })
    return { data: project, blocks: () => projectBlocks('Project', project), verdict: 'Resource linked' }
  },
}
