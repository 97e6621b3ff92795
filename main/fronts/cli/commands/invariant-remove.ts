import type { LeftPlanView } from '@shared/contract/invariants'
import { plural } from '@shared/model/plural'
import type { Command } from '../command'

const shown = 5

/** The plans under way that no longer hold the rule, and what holds there in its place. */
function leftMessages(plans: readonly LeftPlanView[]) {
  const ids = plans.map(({ plan_id: id }) => id)
  const more = ids.length > shown ? ` and ${ids.length - shown} more` : ''
  const text = `It no longer holds for ${plural(ids.length, 'plan')} under way: ${ids.slice(0, shown).join(', ')}${more}`
  const instead = plans.filter((plan) => plan.instead.length > 0)
  return [
    ...(ids.length > 0 ? [{ level: 'info' as const, text }] : []),
    ...instead.map(({ plan_id: id, instead: texts }) => ({
      level: 'warn' as const,
      text: `Plan ${id} holds now what had given way to it: ${texts.join('; ')}`,
    })),
  ]
}

export const command: Command = {
  arguments: [{ name: 'id', description: 'The id of an invariant, or enough of it' }],
  run: async ({ client, given }) => {
    const data = await client.invariants.remove({ id: given.id('id') })
    return { data, blocks: () => [], verdict: `Invariant removed: ${data.text}`, messages: leftMessages(data.plans) }
  },
}
