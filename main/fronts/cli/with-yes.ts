import { shellWord } from '@shared/model/shell-word'
import type { CommandOption } from './command'
import type { Given } from './given'

/** What is answered by running the line again. */
const left = new Set(['yes', 'dry-run'])

function optionAs(given: Given, { flags, repeat }: CommandOption): readonly string[] {
  const [, negated, name = '', takes] = /--(no-)?([a-z-]+)( <)?/.exec(flags) ?? []
  if (left.has(name)) return []
  if (takes === undefined) return given.flag(name) === (negated === undefined) ? [`--${negated ?? ''}${name}`] : []
  const value = given.maybe(name)
  const values = repeat ? given.list(name) : value === undefined ? [] : [value]
  return values.map((one) => `--${name} ${shellWord(one)}`)
}

/** A command line as it was given, for a person to run again with `--yes`: what was looked at is then what is done. */
export function withYes(
  words: string,
  options: readonly CommandOption[],
  given: Given,
  last: readonly string[],
): string {
  return [
    `agents ${words} --yes`,
    ...options.flatMap((option) => optionAs(given, option)),
    ...last.map(shellWord),
  ].join(' ')
}
