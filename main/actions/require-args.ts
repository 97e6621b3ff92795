import { invalid } from '@shared/model/refusal'
import { matchWhole } from '../platform/match-whole'
import type { ActionDefinition, ArgValue } from './domain/action-definition'
import { resolveArgs } from './domain/resolve-args'

/** The args of a new plan, brought to their types; refuses with everything that is wrong with them at once. */
export function requireArgs(
  definition: Pick<ActionDefinition, 'name' | 'args'>,
  given: Readonly<Record<string, ArgValue>>,
): Readonly<Record<string, ArgValue>> {
  const resolved = resolveArgs(definition, given, matchWhole)
  if (resolved.ok) return resolved.values
  const { faults } = resolved
  throw invalid('action.args_invalid', `No plan was made. ${faults.map((fault) => fault.message).join(' ')}`, {
    hint: `See what ${definition.name} takes with: agents action show ${definition.name}`,
    details: { action: definition.name, faults },
  })
}
