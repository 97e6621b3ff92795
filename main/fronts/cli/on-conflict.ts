import type { CommandOption } from './command'
import type { Given } from './given'

export const onConflictOption: CommandOption = {
  flags: '--on-conflict <choice>',
  description: 'Keeps or overwrites paths that somebody else changed since; without it they stop the command',
  choices: ['keep', 'overwrite'],
}

export function onConflictOf(given: Given): { readonly on_conflict?: 'keep' | 'overwrite' } {
  const choice = given.maybe('on-conflict')
  return choice === 'keep' || choice === 'overwrite' ? { on_conflict: choice } : {}
}
