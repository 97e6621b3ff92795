import type { Command } from '../command'
import { presentProject } from '../present-project'
import { projectBlocks } from '../views/project-blocks'

export const command: Command = {
  arguments: [{ name: 'name', description: 'A name such as local/api-service' }],
  options: [
    { flags: '-d, --description <text>', description: 'What the project is' },
    { flags: '--invariant <text>', description: 'A rule for its plans; may be repeated', repeat: true },
    { flags: '--resource <resource>', description: 'Links a resource; may be repeated', repeat: true },
  ],
  examples: ['agents project create -d "REST API" --resource local/api-repo local/api-service'],
  present: presentProject,
  run: async ({ client, given }) => {
    const project = await client.projects.create({
      name: given.text('name'),
      description: given.maybe('description') ?? '',
      resources: [...given.list('resource')],
      invariants: [...given.list('invariant')],
    })
    return { data: project, blocks: () => projectBlocks('Project Created', project), verdict: 'Project created' }
  },
}
