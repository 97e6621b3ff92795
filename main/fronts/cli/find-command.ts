import { nearest } from '@shared/model/nearest'
import { invalid, type Refusal } from '@shared/model/refusal'
import { groups, registry, type Entry } from './registry'

export type Found =
  | { readonly entry: Entry; readonly line: readonly string[] }
  | { readonly help: 'all' | string }
  | { readonly version: true }
  | { readonly words: string; readonly refusal: Refusal }

const isHelp = (word: string | undefined) => word === '--help' || word === '-h' || word === 'help'

function unknown(words: string, wanted: string, known: readonly string[], where: string): Found {
  const near = nearest(wanted, known)
  const guess = near.length > 0 ? `Did you mean ${near.map((name) => `\`agents ${where}${name}\``).join(' or ')}? ` : ''
  return {
    words,
    refusal: invalid('usage.unknown_command', `There is no command "agents ${words}".`, {
      hint: `${guess}See \`agents ${where}--help\`.`,
      details: { suggestions: near.map((name) => `${where}${name}`) },
    }),
  }
}

function inGroup(group: string, line: readonly string[]): Found {
  const [word] = line
  const entries = registry.filter((entry) => entry.name.startsWith(`${group} `))
  if (isHelp(word)) return { help: group }
  const names = entries.map((entry) => entry.name.slice(group.length + 1))
  if (word === undefined || word.startsWith('-')) {
    return {
      words: group,
      refusal: invalid('usage.no_command', `"agents ${group}" wants a command.`, {
        hint: `One of ${names.join(', ')}. See \`agents ${group} --help\`.`,
      }),
    }
  }
  const entry = entries.find((candidate) => candidate.name === `${group} ${word}`)
  return entry ? { entry, line: line.slice(1) } : unknown(`${group} ${word}`, word, names, `${group} `)
}

/** Finds the command that a line without `--format` names. */
export function findCommand(line: readonly string[]): Found {
  const [word, ...rest] = line
  if (word === undefined || (isHelp(word) && rest.length === 0)) return { help: 'all' }
  if (word === 'help') return findCommand([...rest, '--help'])
  if (isHelp(word)) return { help: 'all' }
  if (word === '--version' || word === '-V') return { version: true }
  if (word in groups) return inGroup(word, rest)
  const entry = registry.find((candidate) => candidate.name === word)
  if (entry) return { entry, line: rest }
  if (word.startsWith('-')) {
    return {
      words: '',
      refusal: invalid('usage.unknown_option', `There is no option "${word}" before a command.`, {
        hint: 'Options stand after the command they belong to. See `agents --help`.',
      }),
    }
  }
  const known = [...Object.keys(groups), ...registry.map((each) => each.name).filter((name) => !name.includes(' '))]
  return unknown(word, word, known, '')
}
