import type { RefusalData } from '@shared/model/refusal'
import type { Argument, Call } from './command'

export const projectArgument: Argument = { name: 'project', description: 'The name or id of a project' }

/** The project that a refusal names, else the one that the line names. */
export function presentProject({ client, given }: Call, refusal: RefusalData): Promise<unknown> {
  const known = refusal.details.project_id
  const project = typeof known === 'string' ? known : given.maybe('project')
  return project === undefined ? Promise.resolve(null) : client.projects.show({ project })
}
