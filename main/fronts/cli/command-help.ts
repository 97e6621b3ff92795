import type { Argument, Command, CommandOption } from './command'

const shown = ({ name, optional, variadic }: Argument) => {
  const inner = `${name.toUpperCase()}${variadic ? '...' : ''}`
  return optional ? `[${inner}]` : inner
}

const described = ({ description, required, repeat, choices }: CommandOption) =>
  [description, choices ? `(${choices.join(', ')})` : '', required ? '(required)' : '', repeat ? '(repeatable)' : '']
    .filter((part) => part !== '')
    .join(' ')

function table(title: string, rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2
  return rows.length === 0 ? [] : ['', `${title}:`, ...rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`)]
}

/** What `--help` says of one command. */
export function commandHelp(name: string, summary: string, command: Command): string {
  const args = command.arguments ?? []
  const options = [
    ...(command.options ?? []).map((option) => [option.flags, described(option)] as const),
    ['--format <format>', 'rich, plain, json or yaml; may stand anywhere on the line'] as const,
    ['-h, --help', 'Shows this text'] as const,
  ]
  const examples = command.examples ?? []
  return [
    `Usage: agents ${[name, '[options]', ...args.map(shown)].join(' ')}`,
    '',
    summary,
    ...table(
      'Arguments',
      args.map((argument) => [argument.name.toUpperCase(), argument.description] as const),
    ),
    ...table('Options', options),
    ...(examples.length > 0 ? ['', 'Examples:', ...examples.map((example) => `  ${example}`)] : []),
  ].join('\n')
}
