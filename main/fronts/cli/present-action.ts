import type { RefusalData } from '@shared/model/refusal'
import type { Argument, Call } from './command'

export const actionArgument: Argument = { name: 'action', description: 'The name or id of an action' }

/** The action that a refusal names, else the one that the line names. */
export function presentAction({ client, given }: Call, refusal: RefusalData): Promise<unknown> {
  const known = refusal.details.action_id
  const action = typeof known === 'string' ? known : given.maybe('action')
  return action === undefined ? Promise.resolve(null) : client.actions.show({ action })
}
