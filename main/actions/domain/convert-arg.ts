import { assertNever } from '@shared/model/assert-never'
import { nearest } from '@shared/model/nearest'
import type { ArgDefinition, ArgValue } from './action-definition'

/** The value as its type has it, or why it is none, as the end of a sentence that begins with the arg's name. */
export type Converted = { readonly value: ArgValue } | { readonly fault: string }

const yes = new Set(['true', 'yes', 'on', '1'])
const no = new Set(['false', 'no', 'off', '0'])

/** A path inside the project with `.` and inner `..` taken out, or why it leads out of it. */
export function projectPath(text: string): { readonly path: string } | { readonly fault: string } {
  if (text.includes('\0')) return { fault: 'contains a NUL character' }
  const outside = (why: string) => ({ fault: `must be inside the project, but "${text}" ${why}` })
  if (/^[/\\]/.test(text)) return outside('is absolute')
  const parts: string[] = []
  for (const part of text.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return outside('leads out of it')
  }
  const path = parts.length === 0 ? '.' : parts.join('/')
  if (text.trim() === '' || path.trim() === '') return { fault: 'is empty; give a path inside the project' }
  // Looked at once the dots are gone, since "./C:" and "x/../~" come to the same places.
  if (/^[A-Za-z]:/.test(path)) return outside('is absolute')
  if (parts[0] === '~') return outside('is in the home folder')
  // Elsewhere than on Windows a backslash is a letter of a name, behind which a ".." could hide.
  return path.includes('\\') ? { fault: `must have "/" between folders, not "\\", in "${text}"` } : { path }
}

function convertNumber(type: 'integer' | 'float', given: ArgValue): Converted {
  const wanted = type === 'integer' ? 'a whole number' : 'a number'
  const written = typeof given === 'string' ? given.trim() : given
  const shape = type === 'integer' ? /^[-+]?\d+$/ : /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i
  if (typeof written === 'boolean' || (typeof written === 'string' && !shape.test(written)))
    return { fault: `must be ${wanted}, not "${given}"` }
  const number = Number(written)
  if (type === 'integer' && Number.isFinite(number) && !Number.isInteger(number))
    return { fault: `must be a whole number, not ${given}` }
  const inRange = type === 'integer' ? Number.isSafeInteger(number) : Number.isFinite(number)
  // Minus zero is written "0" everywhere it is stored or shown.
  return inRange ? { value: number === 0 ? 0 : number } : { fault: `is out of range: ${given}` }
}

function convertBoolean(given: ArgValue): Converted {
  const word = String(given).trim().toLowerCase()
  if (yes.has(word)) return { value: true }
  return no.has(word) ? { value: false } : { fault: `must be true or false, not "${given}"` }
}

function convertChoice(choices: readonly string[], given: ArgValue): Converted {
  const word = String(given)
  if (choices.includes(word)) return { value: word }
  const near = nearest(word, choices)[0]
  return {
    fault: `must be one of ${choices.join(', ')}, not "${word}"${near === undefined ? '' : `; did you mean "${near}"?`}`,
  }
}

function convertByType(definition: ArgDefinition, given: ArgValue): Converted {
  switch (definition.type) {
    case 'string':
      return { value: String(given) }
    case 'integer':
    case 'float':
      return convertNumber(definition.type, given)
    case 'boolean':
      return convertBoolean(given)
    case 'path': {
      const read = projectPath(String(given))
      return 'path' in read ? { value: read.path } : read
    }
    case 'choice':
      return convertChoice(definition.choices ?? [], given)
    default:
      return assertNever(definition.type)
  }
}

/** Whether the whole text matches a regular expression; null where it takes too long to tell. */
export type MatchWhole = (pattern: string, text: string) => boolean | null

/** Brings a given value to its arg's type; text is converted, since a command line has nothing else. */
export function convertArg(definition: ArgDefinition, given: ArgValue, matchWhole: MatchWhole): Converted {
  const converted = convertByType(definition, given)
  if (!('value' in converted) || definition.pattern === null) return converted
  const matches = matchWhole(definition.pattern, String(converted.value))
  if (matches) return converted
  if (matches === null)
    return {
      fault: `cannot be checked: its pattern ${definition.pattern} takes too long for this value; a pattern without nested repetitions does not`,
    }
  return { fault: `must match ${definition.pattern}, but "${converted.value}" does not` }
}
