import type { Argument, Call } from './command'

export const planArgument: Argument = {
  name: 'plan',
  description: 'The id of a plan, or six characters or more of one',
}

/** The plan that a refusal is about, as it now stands. */
export const presentPlan = ({ client, given }: Call): Promise<unknown> =>
  client.plans.status({ plan_id: given.id('plan') })
