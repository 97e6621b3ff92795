import type { ActionView } from '@shared/contract/actions'
import type { Call, Command, Message } from '../command'
import { presentAction } from '../present-action'
import { readSource } from '../read-source'
import { actionBlocks } from '../views/action-blocks'
import { unjudgedWarnings } from '../views/unjudged-rules'

/** Warns of the action's rules in words where only built-in actors work on it, and none is configured to judge them. */
async function unjudged(client: Call['client'], { name, actors, invariants }: ActionView): Promise<readonly Message[]> {
  if (invariants.length === 0) return []
  const configured = async (role: string) => {
    const { value } = await client.settings.get({ key: `actor.default.${role}` })
    return typeof value === 'string' && value !== '' ? value : null
  }
  const actorOf = async (role: string) => actors[role] ?? configured(role)
  const [strategy, execution, invariant] = await Promise.all(['strategy', 'execution', 'invariant'].map(actorOf))
  const rules = await client.invariants.list({ action: name })
  return unjudgedWarnings(rules.invariants, {
    strategy: strategy ?? null,
    execution: execution ?? null,
    invariant: invariant ?? null,
  })
}

/** Warns of actors that no plan could use as things stand. */
async function unknownActors(client: Call['client'], source: string): Promise<readonly Message[]> {
  const { diagnostics } = await client.actions.check({ source })
  return diagnostics
    .filter(({ severity, path }) => severity === 'warning' && path.endsWith('_actor'))
    .map(({ line, message }) => ({ level: 'warn', text: `Line ${line}: ${message}` }))
}

export const command: Command = {
  options: [
    { flags: '--config <file>', description: 'The YAML file, or - for standard input', required: true },
    { flags: '--replace', description: 'Stores a new revision where the action exists' },
  ],
  examples: ['agents action create --config ./actions/fix-bug.yaml'],
  present: presentAction,
  run: async ({ client, given, caller }) => {
    const source = await readSource(caller, given.text('config'))
    const action = await client.actions.create({ source, replace: given.flag('replace') })
    const messages = [...(await unknownActors(client, source)), ...(await unjudged(client, action))]
    return { data: action, messages, blocks: () => actionBlocks('Action Created', action), verdict: 'Action created' }
  },
}
