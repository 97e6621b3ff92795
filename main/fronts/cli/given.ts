import { shortestQuery } from '@shared/model/id'
import { invalid } from '@shared/model/refusal'

export type Value = string | boolean | readonly string[] | undefined

/** What stood on the command line, by the name of the argument or option. */
export type Given = {
  /** The value of an argument or option that the grammar guarantees. */
  readonly text: (name: string) => string
  readonly maybe: (name: string) => string | undefined
  readonly list: (name: string) => readonly string[]
  readonly flag: (name: string) => boolean
  /** An id or a piece of one; refuses a piece that is too short to be looked up. */
  readonly id: (name: string) => string
}

export function givenOf(values: Readonly<Record<string, Value>>): Given {
  const maybe = (name: string) => {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  }
  const text = (name: string) => {
    const value = maybe(name)
    if (value === undefined) throw new Error(`the grammar does not give "${name}"`)
    return value
  }
  return {
    maybe,
    text,
    list: (name) => {
      const value = values[name]
      return typeof value === 'object' ? value : []
    },
    flag: (name) => values[name] === true,
    id: (name) => {
      const value = text(name)
      if (value.length >= shortestQuery && value.length <= 64) return value
      throw invalid(
        'id.length',
        `"${value}" cannot be looked up as the id of ${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}.`,
        {
          hint: `Write ${shortestQuery} to 64 characters of it, from its beginning or end.`,
        },
      )
    },
  }
}

/** Takes `name=value` apart at the first `=`; the value may hold anything. They are arguments of this action. */
export function pairsOf(texts: readonly string[], action: string): Record<string, string> {
  const pairs: Record<string, string> = {}
  for (const text of texts) {
    const at = text.indexOf('=')
    if (at < 1)
      throw invalid('usage.arg', `"${text}" is no argument of an action.`, { hint: 'Write --arg name=value.' })
    const name = text.slice(0, at)
    // JSON carries it, and every reader of objects leaves it out: it would be lost without a word.
    if (name === '__proto__')
      throw invalid('action.args_invalid', `No plan was made. There is no arg "${name}".`, {
        hint: `See what ${action} takes with: agents action show ${action}`,
      })
    if (Object.hasOwn(pairs, name))
      throw invalid('usage.arg_twice', `The argument "${name}" is given twice.`, { hint: 'Give it once.' })
    pairs[name] = text.slice(at + 1)
  }
  return pairs
}
