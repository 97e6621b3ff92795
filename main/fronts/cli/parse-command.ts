import { Argument as CommanderArgument, Command as Commander, CommanderError, Option } from 'commander'
import { invalid } from '@shared/model/refusal'
import type { Command } from './command'
import { givenOf, type Given, type Value } from './given'

const helpNote = 'Anywhere on the line: --format rich|plain|json|yaml'

function commanderOf(name: string, summary: string, command: Command): Commander {
  const commander = new Commander(`agents ${name}`)
    .description(summary)
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
    .helpOption('-h, --help', 'Shows this text')
  for (const { name: argument, description, optional, variadic } of command.arguments ?? []) {
    const inner = `${argument}${variadic ? '...' : ''}`
    commander.addArgument(new CommanderArgument(optional ? `[${inner}]` : `<${inner}>`, description))
  }
  for (const { flags, description, required, repeat, choices } of command.options ?? []) {
    const option = new Option(flags, description)
    if (required) option.makeOptionMandatory()
    if (choices) option.choices([...choices])
    if (repeat) option.default([], 'none').argParser((value: string, before: string[]) => [...before, value])
    commander.addOption(option)
  }
  const examples = (command.examples ?? []).map((example) => `  ${example}`)
  return commander.addHelpText(
    'after',
    `\n${helpNote}${examples.length > 0 ? `\n\nExamples:\n${examples.join('\n')}` : ''}`,
  )
}

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function usageError(name: string, error: CommanderError) {
  const [what = '', near = ''] = error.message.replace(/^error: /, '').split('\n')
  const sentence = `${what.charAt(0).toUpperCase()}${what.slice(1)}${/[.!?]$/.test(what) ? '' : '.'}`
  const code = error.code.replace(/^commander\./, '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const hint = `${near.replace(/^\(|\)$/g, '')} See \`agents ${name} --help\`.`.trim()
  return invalid(`usage.${code}`, sentence, { hint })
}

/** The values that stood on the line, or the help where that was asked for; refuses what the grammar does not allow. */
export function parseCommand(
  name: string,
  summary: string,
  command: Command,
  line: readonly string[],
): { readonly given: Given } | { readonly help: string } {
  const commander = commanderOf(name, summary, command)
  let help = ''
  commander.configureOutput({ writeOut: (text) => (help += text), writeErr: () => {} })
  try {
    commander.parse([...line], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.code === 'commander.helpDisplayed') return { help: help.trimEnd() }
    throw usageError(name, error)
  }
  const options = Object.entries(commander.opts<Record<string, Value>>()).map(
    ([key, value]) => [kebab(key), value] as const,
  )
  const positional = (command.arguments ?? []).map(
    (argument, index) => [argument.name, commander.processedArgs[index] as Value] as const,
  )
  return { given: givenOf(Object.fromEntries([...options, ...positional])) }
}
