import type { Argument, CommandOption } from './command'
import type { Given } from './given'

export const targetArguments: readonly Argument[] = [
  { name: 'validation', description: 'The name or id of a validation' },
]

export const targetOptions: readonly CommandOption[] = [
  { flags: '--project <project>', description: 'A project' },
  { flags: '--resource <resource>', description: 'A resource' },
  { flags: '--plan <id>', description: 'A plan' },
]

/** What a validation is attached to or taken off; the core refuses all but one target. */
export function targetOf(given: Given) {
  const named = (name: 'project' | 'resource' | 'plan') => {
    const value = given.maybe(name)
    return value === undefined ? {} : { [name]: value }
  }
  const input = { validation: given.text('validation'), ...named('project'), ...named('resource'), ...named('plan') }
  const words = (['project', 'resource', 'plan'] as const).flatMap((name) =>
    given.maybe(name) === undefined ? [] : [`${name} ${given.maybe(name)}`],
  )
  return { input, words: words.join(', ') }
}
