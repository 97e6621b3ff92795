import { assertNever } from '@shared/model/assert-never'
import { nearest } from '@shared/model/nearest'
import { meansProfile } from '@shared/model/profile'
import type { Setting, SettingValue } from './registry'

/** The value as its type has it, or why it is none, as the end of a sentence that begins with the key. */
export type ReadValue = { readonly value: SettingValue } | { readonly fault: string }

function oneOf(value: string, choices: readonly string[]): ReadValue {
  const found = choices.find((choice) => choice.toLowerCase() === value.toLowerCase())
  if (found !== undefined) return { value: found }
  const near = nearest(value, choices)[0]
  return {
    fault: `must be one of ${choices.join(', ')}, not "${value}"${near === undefined ? '' : `; did you mean "${near}"?`}`,
  }
}

function readInteger(setting: Setting, given: SettingValue): ReadValue {
  const number = typeof given === 'number' ? given : Number(given)
  const written = typeof given === 'number' || (typeof given === 'string' && /^\s*[-+]?\d+\s*$/.test(given))
  if (!written || !Number.isSafeInteger(number)) return { fault: `must be a whole number, not "${given}"` }
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = setting
  return number < min || number > max
    ? { fault: `must be between ${min} and ${max}, not ${number}` }
    : { value: number }
}

function readAmount(setting: Setting, given: SettingValue): ReadValue {
  const written = typeof given === 'number' || (typeof given === 'string' && /^\s*\d+(?:\.\d+)?\s*$/.test(given))
  const amount = written ? Number(given) : Number.NaN
  const { min = 0, max = 1_000_000_000 } = setting
  return amount >= min && amount <= max
    ? { value: amount }
    : { fault: `must be an amount in dollars from ${min} to ${max}, not "${given}"` }
}

function readProfileName(text: string, profiles: readonly string[]): ReadValue {
  const found = profiles.find((name) => meansProfile(name, text))
  return found === undefined ? oneOf(text, profiles) : { value: found }
}

function readUrl(given: string): ReadValue {
  const url = URL.parse(given)
  const web = url !== null && (url.protocol === 'http:' || url.protocol === 'https:')
  if (!web) return { fault: `must be an address that begins with http:// or https://, not "${given}"` }
  // A password in an address would stand in the file and in every listing.
  return url.username === '' && url.password === ''
    ? { value: given }
    : { fault: 'may not contain a user name or a password' }
}

/** Brings a value from a text, a variable or the file to its setting's type. `profiles` are the names of the automation profiles. */
export function readValue(setting: Setting, given: SettingValue, profiles: readonly string[]): ReadValue {
  if (setting.type === 'integer') return readInteger(setting, given)
  if (setting.type === 'amount') return readAmount(setting, given)
  if (typeof given !== 'string') return { fault: `must be text, not ${given}` }
  const text = given.trim()
  if (/[\n\r\0]/.test(text)) return { fault: 'must be a single line' }
  switch (setting.type) {
    case 'text':
      return { value: text }
    case 'choice':
      return oneOf(text, setting.choices ?? [])
    case 'profile':
      return readProfileName(text, profiles)
    case 'url':
      return readUrl(text)
    default:
      return assertNever(setting.type)
  }
}
