import { plural } from '@shared/model/plural'
import type { Command } from '../command'
import { presentProject, projectArgument } from '../present-project'

export const command: Command = {
  arguments: [projectArgument],
  options: [
    { flags: '--force', description: 'Cancels its active plans first' },
    { flags: '-y, --yes', description: 'Asks nothing' },
  ],
  present: presentProject,
  run: async ({ client, given }) => {
    const project = given.text('project')
    const data = await client.projects.delete({ project, force: given.flag('force') })
    const cancelled = data.cancelled_plans.length
    return {
      data,
      blocks: () => [],
      verdict: `Project ${project} deleted${cancelled > 0 ? `; ${plural(cancelled, 'plan')} cancelled` : ''}`,
    }
  },
}
