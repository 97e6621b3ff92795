import type { RefusalData } from '@shared/model/refusal'
import type { Argument, Call } from './command'

export const resourceArgument: Argument = { name: 'resource', description: 'The name or id of a resource' }

/** The resource that a refusal names, else the one that the line names. */
export function presentResource({ client, given }: Call, refusal: RefusalData): Promise<unknown> {
  const known = refusal.details.resource_id
  return client.resources.show({ resource: typeof known === 'string' ? known : given.text('resource') })
}
