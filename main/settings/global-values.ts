import { nearest } from '@shared/model/nearest'
import { failed, invalid } from '@shared/model/refusal'
import { isSettingKey, type SettingKey, settingKeys, settingOf, type SettingValue } from './domain/registry'
import { readValue } from './domain/read-value'
import type { ConfigFile } from './ports'
import { readToml, type TomlLeaf } from './toml-text'

/** What a person can count on while the file is not in order. */
const meanwhile = 'Until then numbers hold as they were last read, else as by default, and no plan can be made.'

function refuseLeaf(path: string, leaf: TomlLeaf, at: 'key' | 'value', what: string, hint: string): never {
  const column = at === 'key' ? leaf.keyColumn : leaf.valueColumn
  const where = leaf.line === null ? path : `${path}, line ${leaf.line}, column ${column}`
  throw invalid('settings.file_invalid', `${where}: ${what} The file was left as it is.`, {
    hint,
    details: { path, line: leaf.line, column, key: leaf.key },
  })
}

/** The leaves of a text that is TOML and has known keys only; a secret in it is refused too. */
export function readLeaves(path: string, text: string): ReadonlyMap<SettingKey, TomlLeaf> {
  const read = readToml(text)
  if ('fault' in read) {
    const { line, column, reason } = read.fault
    throw failed(
      'settings.file_broken',
      `${path}, line ${line}, column ${column}: ${reason}. The file was left as it is.`,
      {
        hint: `Correct that line in an editor. ${meanwhile}`,
        details: { path, line, column },
      },
    )
  }
  const leaves = new Map<SettingKey, TomlLeaf>()
  for (const leaf of read.leaves) {
    if (!isSettingKey(leaf.key)) {
      const near = nearest(leaf.key, settingKeys)[0]
      const hint =
        near === undefined ? 'Remove the line; see the keys with: agents config list.' : `Did you mean "${near}"?`
      refuseLeaf(path, leaf, 'key', `there is no setting "${leaf.key}".`, `${hint} ${meanwhile}`)
    }
    const { secret } = settingOf(leaf.key)
    if (secret !== undefined)
      refuseLeaf(path, leaf, 'key', `${leaf.key} is a secret and may not stand here.`, `Remove the line. ${secret}`)
    leaves.set(leaf.key, leaf)
  }
  return leaves
}

function checkLeaf(path: string, key: SettingKey, leaf: TomlLeaf, profiles: readonly string[]): SettingValue {
  const { value } = leaf
  const simple = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  if (!simple)
    return refuseLeaf(path, leaf, 'value', `${key} must be a single value.`, 'Correct that line in an editor.')
  const read = readValue(settingOf(key), value, profiles)
  return 'value' in read
    ? read.value
    : refuseLeaf(
        path,
        leaf,
        'value',
        `${key} ${read.fault}.`,
        `Correct that line, or set it with: agents config set ${key} VALUE`,
      )
}

/** Reads values of the file, anew only when the file has changed. */
export function createGlobalValues(file: ConfigFile, profiles: () => readonly string[]) {
  let held: { readonly stamp: string | null; readonly leaves: ReadonlyMap<SettingKey, TomlLeaf> } | undefined
  const leaves = () => {
    const stamp = file.stamp()
    // The stamp is taken first: a change between the two is seen by the next call.
    if (held?.stamp !== stamp || held === undefined)
      held = { stamp, leaves: readLeaves(file.path, stamp === null ? '' : file.read()) }
    return held.leaves
  }
  return {
    get: (key: SettingKey): SettingValue | undefined => {
      const leaf = leaves().get(key)
      return leaf && checkLeaf(file.path, key, leaf, profiles())
    },
    /** The value as the file was when it was last in order; undefined where it never was, or the value itself is bad. */
    lastGood: (key: SettingKey): SettingValue | undefined => {
      const value = held?.leaves.get(key)?.value
      if (typeof value !== 'string' && typeof value !== 'number') return undefined
      const read = readValue(settingOf(key), value, profiles())
      return 'value' in read ? read.value : undefined
    },
  }
}
