import type { ReachedPlanView } from '@shared/contract/invariants'
import { plural } from '@shared/model/plural'
import type { Command } from '../command'
import { invariantBlock } from '../views/invariant-blocks'

function escalationOf(given: readonly string[], none: boolean) {
  if (none) return { escalate: null }
  if (given.length === 0) return {}
  const always = given.includes('always')
  return { escalate: { always, paths: given.filter((glob) => glob !== 'always'), decision_types: [] } }
}

/** Which plans under way hold the rule too, apart from those that it was added to by name. */
function reachedMessages(plans: readonly ReachedPlanView[]) {
  const held = [...new Set(plans.filter(({ reached }) => reached).map(({ plan_id: id }) => id))]
  const left = plans.filter(({ plan_id: id, reached }) => !reached && !held.includes(id))
  const first = held.slice(0, 5).join(', ') + (held.length > 5 ? ` and ${held.length - 5} more` : '')
  const text = `${plural(held.length, 'plan')} under way ${held.length === 1 ? 'holds' : 'hold'} it from the next check on: ${first}`
  return [
    ...(held.length > 0 ? [{ level: 'info' as const, text }] : []),
    ...left.map(({ plan_id: id, why }) => ({ level: 'warn' as const, text: `Plan ${id} does not hold it: ${why}` })),
  ]
}

export const command: Command = {
  arguments: [{ name: 'text', description: 'The rule in words' }],
  options: [
    { flags: '--global', description: 'Holds everywhere' },
    { flags: '--project <project>', description: 'Holds for plans of this project; may be repeated', repeat: true },
    { flags: '--action <action>', description: 'Holds for plans of this action; may be repeated', repeat: true },
    { flags: '--plan <id>', description: 'Holds for this plan; may be repeated', repeat: true },
    { flags: '--only-paths <glob>', description: 'Nothing else may change; may be repeated', repeat: true },
    { flags: '--never-paths <glob>', description: 'Nothing in it may change; may be repeated', repeat: true },
    { flags: '--command <line>', description: 'A shell line that must exit 0' },
    { flags: '--escalate <what>', description: 'always, or a glob: decisions about it go to a person', repeat: true },
    { flags: '--ask-nobody', description: 'Sends nothing to a person, though the text asks for approval or review' },
    { flags: '--non-overridable', description: 'No narrower rule and no waiver sets it aside' },
  ],
  examples: [
    'agents invariant add --global "All public APIs must maintain backward compatibility"',
    'agents invariant add --project local/api --never-paths "migrations/**" "Migrations stay as they are"',
  ],
  run: async ({ client, given }) => {
    const command = given.maybe('command')
    const data = await client.invariants.add({
      text: given.text('text'),
      global: given.flag('global'),
      projects: [...given.list('project')],
      actions: [...given.list('action')],
      plans: [...given.list('plan')],
      only_paths: [...given.list('only-paths')],
      never_paths: [...given.list('never-paths')],
      ...(command === undefined ? {} : { command }),
      ...escalationOf(given.list('escalate'), given.flag('ask-nobody')),
      non_overridable: given.flag('non-overridable'),
    })
    const proposed = given.list('escalate').length === 0 && !given.flag('ask-nobody') && data.proposal.escalate !== null
    const text = `${data.proposal.why} Leave that out with --ask-nobody.`
    return {
      data,
      blocks: () => data.invariants.map(invariantBlock),
      verdict:
        data.invariants.length === 1 ? 'Invariant added' : `${plural(data.invariants.length, 'invariant')} added`,
      messages: [...(proposed ? [{ level: 'info' as const, text }] : []), ...reachedMessages(data.plans)],
    }
  },
}
