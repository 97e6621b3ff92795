import { isDeepStrictEqual } from 'node:util'
import { parse, stringify, TomlError } from 'smol-toml'
import type { SettingValue } from './domain/registry'

type Table = { [key: string]: unknown }

/** A leaf of the file by its dotted key, with the line from 1 where it stands, as far as it can be told. */
export type TomlLeaf = {
  readonly key: string
  readonly value: unknown
  readonly line: number | null
  /** Where on the line the key and the value begin, from 1; null where the line is. */
  readonly keyColumn: number | null
  readonly valueColumn: number | null
}

/** A text that is no TOML. */
export type TomlFault = { readonly line: number; readonly column: number; readonly reason: string }

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}

function parseTable(text: string): Table {
  return parse(text, { unsafeKeyBehaviour: 'throw', maxDepth: 20 })
}

const header = /^\s*\[\s*([^[\]]+?)\s*\]\s*(#.*)?$/
const assignment =
  /^(\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*=\s*)("(?:[^"\\]|\\.)*"|'[^']*'|[^#]*?)(\s*(?:#.*)?)$/

const plainKey = (written: string) =>
  written
    .split('.')
    .map((part) => part.trim().replace(/^["']|["']$/g, ''))
    .join('.')

/** The lines of a text with the table they stand in and the key they give. */
function scan(text: string) {
  let table = ''
  return text.split('\n').map((raw) => {
    const line = raw.replace(/\r$/, '')
    const named = header.exec(line)
    if (named) table = plainKey(named[1] ?? '')
    const given = assignment.exec(line)
    const key = given && !named ? plainKey(given[2] ?? '') : undefined
    return {
      raw,
      table,
      isHeader: named !== null,
      key: key === undefined ? undefined : table === '' ? key : `${table}.${key}`,
      keyColumn: line.search(/\S/) + 1,
      valueColumn: (given?.[1]?.length ?? 0) + 1,
    }
  })
}

function leavesOf(table: Table, prefix: string): { key: string; value: unknown }[] {
  return Object.entries(table).flatMap(([name, value]) => {
    const key = prefix === '' ? name : `${prefix}.${name}`
    return isTable(value) ? leavesOf(value, key) : [{ key, value }]
  })
}

/** Reads a text into its leaves, or tells where it is broken. */
export function readToml(text: string): { readonly leaves: readonly TomlLeaf[] } | { readonly fault: TomlFault } {
  try {
    const leaves = leavesOf(parseTable(text), '')
    const lines = scan(text)
    const placeOf = (key: string) => {
      const index = lines.findIndex((line) => line.key === key)
      const found = lines[index]
      const { keyColumn = null, valueColumn = null } = found ?? {}
      return { line: index + 1 || null, keyColumn, valueColumn }
    }
    return { leaves: leaves.map(({ key, value }) => ({ key, value, ...placeOf(key) })) }
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const reason = (error.message.split('\n')[0] ?? '').replace(/^Invalid TOML document: /, '')
    return { fault: { line: error.line, column: error.column, reason } }
  }
}

function withChange(text: string, path: readonly string[], value: SettingValue | undefined): Table {
  const root = parseTable(text)
  let table = root
  for (const part of path.slice(0, -1)) {
    const below = table[part]
    const next: Table = isTable(below) ? below : {}
    table[part] = next
    table = next
  }
  const last = path.at(-1) ?? ''
  if (value === undefined) delete table[last]
  else table[last] = value
  return root
}

function written(value: SettingValue): string {
  // JSON's escapes are TOML's too, except that TOML knows no lone surrogates, which no setting contains.
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

/** Ways to write the change into the text as a person would, the best first. */
function* edits(text: string, key: string, value: SettingValue | undefined): Generator<string> {
  const lines = scan(text)
  const raw = lines.map((line) => line.raw)
  const at = lines.findIndex((line) => line.key === key)
  if (value === undefined) {
    yield at < 0 ? text : raw.toSpliced(at, 1).join('\n')
    return
  }
  if (at >= 0) {
    const changed = raw[at]?.replace(
      assignment,
      (_all, start: string, _key, _value, end: string) => `${start}${written(value)}${end}`,
    )
    if (changed !== undefined) yield raw.toSpliced(at, 1, changed).join('\n')
    return
  }
  const dot = key.lastIndexOf('.')
  const [table, name] = [key.slice(0, dot), key.slice(dot + 1)]
  const last = lines.findLastIndex((line) => line.table === table && (line.isHeader || line.key !== undefined))
  if (last >= 0) yield raw.toSpliced(last + 1, 0, `${name} = ${written(value)}`).join('\n')
  const gap = text === '' || text.endsWith('\n\n') ? '' : text.endsWith('\n') ? '\n' : '\n\n'
  yield `${text}${gap}[${table}]\n${name} = ${written(value)}\n`
  yield `${key} = ${written(value)}\n${text}`
}

/**
 * Sets or removes one key in a TOML text. Comments and layout stay where the change can be made in a line of its own;
 * whatever way is taken, the result is read again and holds every other key with its value.
 */
export function changeToml(text: string, key: string, value: SettingValue | undefined): string {
  const wanted = withChange(text, key.split('.'), value)
  // Compared by leaves: a table that a removed line leaves empty says nothing.
  const leaves = (table: Table) => Object.fromEntries(leavesOf(table, '').map((leaf) => [leaf.key, leaf.value]))
  const holds = (candidate: string) => {
    try {
      return isDeepStrictEqual(leaves(parseTable(candidate)), leaves(wanted))
    } catch (error) {
      // Not every way of writing fits every file, for example where a table is written inline; the next one is tried.
      if (error instanceof TomlError) return false
      throw error
    }
  }
  for (const candidate of edits(text, key, value)) if (holds(candidate)) return candidate
  return stringify(wanted)
}
