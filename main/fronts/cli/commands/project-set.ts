import { applyModes } from '@shared/model/plan'
import { invalid } from '@shared/model/refusal'
import type { Command } from '../command'
import { presentProject, projectArgument } from '../present-project'
import { projectBlocks } from '../views/project-blocks'

const inherit = 'inherit'

export const command: Command = {
  arguments: [projectArgument],
  options: [
    { flags: '--apply-mode <mode>', description: 'How plans are applied', choices: [...applyModes, inherit] },
    {
      flags: '--automation-profile <profile>',
      description: 'How much happens without asking; "inherit" for the global one',
    },
    { flags: '-d, --description <text>', description: 'What the project is' },
  ],
  present: presentProject,
  run: async ({ client, given }) => {
    const mode = given.maybe('apply-mode')
    const profile = given.maybe('automation-profile')
    const description = given.maybe('description')
    if (mode === undefined && profile === undefined && description === undefined)
      throw invalid('usage.nothing_to_set', 'Nothing is given to be set.', { hint: 'See `agents project set --help`.' })
    const project = await client.projects.set({
      project: given.text('project'),
      ...(mode === undefined ? {} : { apply_mode: applyModes.find((known) => known === mode) ?? null }),
      ...(profile === undefined ? {} : { automation_profile: profile === inherit ? null : profile }),
      ...(description === undefined ? {} : { description }),
    })
    return { data: project, blocks: () => projectBlocks('Project', project), verdict: 'Project changed' }
  },
}
