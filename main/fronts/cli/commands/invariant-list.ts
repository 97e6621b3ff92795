import type { InvariantView } from '@shared/contract/invariants'
import { plural } from '@shared/model/plural'
import { invalid } from '@shared/model/refusal'
import type { Command } from '../command'
import { present } from '../output/block'
import { invariantTable } from '../views/invariant-blocks'

function byScope(invariants: readonly InvariantView[]): string {
  const counts = Map.groupBy(invariants, (one) => one.scope)
  const parts = [...counts].map(([scope, some]) => `${some.length} ${scope}`)
  return parts.length > 0 ? ` (${parts.join(', ')})` : ''
}

export const command: Command = {
  options: [
    { flags: '--project <project>', description: 'Of this project' },
    { flags: '--action <action>', description: 'Of this action' },
    { flags: '--plan <id>', description: 'Of this plan' },
    { flags: '--effective', description: 'With what holds from wider scopes' },
  ],
  run: async ({ client, given }) => {
    const effective = given.flag('effective')
    const scopes = ['project', 'action', 'plan'] as const
    if (effective && scopes.every((scope) => given.maybe(scope) === undefined))
      throw invalid('usage.effective', 'What holds is asked of something: name --project or --plan.', {
        hint: 'agents invariant list --effective --project PROJECT',
      })
    const named = (name: (typeof scopes)[number]) => {
      const value = given.maybe(name)
      return value === undefined ? {} : { [name]: value }
    }
    const data = await client.invariants.list({ ...named('project'), ...named('action'), ...named('plan'), effective })
    const what = effective ? 'effective invariant' : 'invariant'
    return {
      data,
      blocks: () =>
        present(
          invariantTable(
            effective ? 'Effective Invariants' : 'Invariants',
            data.invariants.map((one) =>
              one.added_later ? { ...one, source: `${one.source} (added after the plan was made)` } : one,
            ),
            'None: agents invariant add',
          ),
          data.overridden.length > 0 && {
            kind: 'table',
            title: 'Given way',
            columns: ['ID', 'Scope', 'Text', 'Why'],
            rows: data.overridden.map((one) => [one.id, one.scope, one.text, one.why]),
            empty: '',
          },
        ),
      verdict: `${plural(data.invariants.length, what)}${byScope(data.invariants)}`,
    }
  },
}
