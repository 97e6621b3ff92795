import { nearest } from '@shared/model/nearest'
import { invalid, type Refusal } from '@shared/model/refusal'
import { builtin } from './builtin'
import type { Argument, Command, CommandOption } from './command'
import { commandHelp } from './command-help'
import { givenOf, type Given, type Value } from './given'

type Named = CommandOption & {
  /** The long name, without the dashes and without `no-`. */
  readonly name: string
  readonly short?: string
  /** Whether it takes a value. */
  readonly valued: boolean
  /** `--no-wait`: on unless it is given. */
  readonly negated: boolean
}

/** Takes `-d, --description <text>` apart. */
function named(option: CommandOption): Named {
  const [, short, negation, name = ''] = /^(?:-(\w), )?--(no-)?([\w-]+)/.exec(option.flags) ?? []
  return {
    ...option,
    name,
    ...(short ? { short } : {}),
    valued: option.flags.includes('<'),
    negated: Boolean(negation),
  }
}

type Refuse = (code: string, message: string, hint?: string) => Refusal

function refusalFor(name: string): Refuse {
  return (code, message, hint = '') =>
    invalid(`usage.${code}`, message, { hint: `${hint} See \`agents ${name} --help\`.`.trim() })
}

const flagOf = (option: Named) => `--${option.negated ? 'no-' : ''}${option.name}`

function unknownOption(raw: string, options: readonly Named[], refuse: Refuse): Refusal {
  const near = nearest(raw, [...options.map(flagOf), '--help', '--format'])[0]
  const guess =
    near === undefined ? 'A text that begins with a dash stands after a lone "--".' : `Did you mean ${near}?`
  return refuse('unknown_option', `There is no option "${raw}" here.`, guess)
}

function checked(option: Named, value: string, refuse: Refuse): string {
  const { choices } = option
  if (!choices || choices.includes(value)) return value
  const near = nearest(value, choices)[0]
  const hint = near === undefined ? '' : `Did you mean ${near}?`
  throw refuse('choice', `${flagOf(option)} must be one of ${choices.join(', ')}, not "${value}".`, hint)
}

function readOptions(line: readonly string[], options: readonly Named[], refuse: Refuse) {
  const known = Object.fromEntries(
    options.map((option) => [
      option.name,
      { type: option.valued ? 'string' : 'boolean', ...(option.short ? { short: option.short } : {}) } as const,
    ]),
  )
  const { tokens } = builtin('node:util').parseArgs({
    args: [...line],
    options: { ...known, help: { type: 'boolean', short: 'h' } },
    strict: false,
    allowPositionals: true,
    allowNegative: true,
    tokens: true,
  })
  const values = new Map<string, Value>(
    options.map((option) => [option.name, option.repeat ? [] : option.negated ? true : undefined]),
  )
  const positional: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') positional.push(token.value)
    if (token.kind !== 'option') continue
    if (token.name === 'help') return { help: true as const }
    const negative = token.rawName.startsWith('--no-')
    const option = options.find((each) => each.name === token.name.replace(/^no-/, '') && each.negated === negative)
    if (!option) throw unknownOption(token.rawName, options, refuse)
    if (!option.valued) {
      if (token.value !== undefined) throw refuse('no_value', `${flagOf(option)} takes no value.`)
      values.set(option.name, !option.negated)
      continue
    }
    if (token.value === undefined) throw refuse('missing_value', `${flagOf(option)} wants a value.`)
    const value = checked(option, token.value, refuse)
    const before = values.get(option.name)
    values.set(option.name, option.repeat && typeof before === 'object' ? [...before, value] : value)
  }
  return { values, positional }
}

function readArguments(args: readonly Argument[], given: readonly string[], refuse: Refuse): [string, Value][] {
  const rest = given.slice(args.length)
  if (rest.length > 0 && !args.at(-1)?.variadic)
    throw refuse('too_many', `"${rest[0]}" is one argument too many.`, 'A text of several words stands in quotes.')
  return args.map((argument, index) => {
    const value = argument.variadic ? given.slice(index) : given[index]
    if (!argument.optional && (value === undefined || value.length === 0))
      throw refuse('missing_argument', `${argument.name.toUpperCase()} is missing: ${argument.description}.`)
    return [argument.name, value]
  })
}

/** The values that stood on the line, or the help where that was asked for; refuses what the grammar does not allow. */
export function parseCommand(
  name: string,
  summary: string,
  command: Command,
  line: readonly string[],
): { readonly given: Given } | { readonly help: string } {
  const refuse = refusalFor(name)
  const options = (command.options ?? []).map(named)
  const read = readOptions(line, options, refuse)
  if ('help' in read) return { help: commandHelp(name, summary, command) }
  const positional = readArguments(command.arguments ?? [], read.positional, refuse)
  const absent = options.find((option) => option.required && read.values.get(option.name) === undefined)
  if (absent) throw refuse('missing_option', `${absent.flags.replace(/^-\w, /, '')} is missing: ${absent.description}.`)
  return { given: givenOf(Object.fromEntries([...read.values, ...positional])) }
}
