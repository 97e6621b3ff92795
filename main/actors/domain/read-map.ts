import { nearest } from '@shared/model/nearest'
import type { SourceEntry, SourceNode, Span } from '@shared/model/source-tree'

export type Report = (message: string, span: Span, path: string, suggestion?: string | null) => void

/** What a key takes. `texts` is one text or a list of them. */
export type FieldKind = 'text' | 'number' | 'integer' | 'flag' | 'texts' | 'map' | 'list' | 'any'
export type Schema = Readonly<Record<string, FieldKind>>

/** One mapping whose keys have been checked; a key that is unknown or of the wrong kind is reported and left out. */
export type Fields = {
  readonly span: Span
  readonly path: string
  has(key: string): boolean
  node(key: string): SourceNode | undefined
  text(key: string): string | undefined
  number(key: string): number | undefined
  flag(key: string): boolean | undefined
  texts(key: string): readonly string[]
  entries(key: string): readonly SourceEntry[]
  items(key: string): readonly SourceNode[]
  /** Reports at a key's value, or at the beginning of the mapping where the key is missing. */
  report(key: string, message: string, suggestion?: string | null): void
}

const words: Readonly<Record<FieldKind, string>> = {
  text: 'a text',
  number: 'a number',
  integer: 'a whole number above 0',
  flag: 'true or false',
  texts: 'a text or a list of texts',
  map: 'a mapping',
  list: 'a list',
  any: 'a value',
}

function fits(node: SourceNode, kind: FieldKind): boolean {
  const value = node.kind === 'scalar' ? node.value : undefined
  switch (kind) {
    case 'text':
      return typeof value === 'string'
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'integer':
      return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
    case 'flag':
      return typeof value === 'boolean'
    case 'texts':
      return typeof value === 'string' || (node.kind === 'list' && node.items.every((item) => fits(item, 'text')))
    case 'map':
    case 'list':
      return node.kind === kind
    case 'any':
      return true
  }
}

export function kindInWords(node: SourceNode): string {
  if (node.kind !== 'scalar') return node.kind === 'map' ? 'a mapping' : 'a list'
  if (node.value === null) return 'nothing'
  if (typeof node.value === 'boolean') return 'true or false'
  return typeof node.value === 'number' ? 'a number' : 'a text'
}

/** A number that does not fit is told as it stands there. */
const foundIn = (node: SourceNode): string =>
  node.kind === 'scalar' && typeof node.value === 'number' ? node.text : kindInWords(node)

export const below = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)

/** The plain value of a part of the text. */
export function plainValue(node: SourceNode): unknown {
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'list') return node.items.map(plainValue)
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, plainValue(value)]))
}

/** Reads one mapping by its schema. Undefined, and reported, where it is no mapping. */
export function readMap(node: SourceNode, schema: Schema, path: string, report: Report): Fields | undefined {
  if (node.kind !== 'map') {
    report(`A mapping of keys is wanted here, but this is ${kindInWords(node)}.`, node.span, path)
    return undefined
  }
  const known = Object.keys(schema)
  const found = new Map<string, SourceNode>()
  const rejected = new Set<string>()
  for (const { key, keySpan, value } of node.entries) {
    const kind = Object.hasOwn(schema, key) ? schema[key] : undefined
    if (kind === undefined) {
      const near = nearest(key, known)[0] ?? null
      report(
        `Unknown key "${key}". ${near === null ? `Known are ${known.join(', ')}.` : `Did you mean "${near}"?`}`,
        keySpan,
        below(path, key),
        near,
      )
    } else if (!fits(value, kind)) {
      report(`${key} takes ${words[kind]}, but this is ${foundIn(value)}.`, value.span, below(path, key))
      rejected.add(key)
    } else found.set(key, value)
  }
  const start = { ...node.span, endLine: node.span.line, endColumn: node.span.column }
  const scalar = (key: string) => {
    const value = found.get(key)
    return value?.kind === 'scalar' ? value.value : undefined
  }
  return {
    span: node.span,
    path,
    has: (key) => found.has(key),
    node: (key) => found.get(key),
    text: (key) => scalar(key)?.toString(),
    number: (key) => scalar(key) as number | undefined,
    flag: (key) => scalar(key) as boolean | undefined,
    texts: (key) => {
      const value = found.get(key)
      if (value === undefined) return []
      return value.kind === 'list' ? value.items.map((item) => String(plainValue(item))) : [String(plainValue(value))]
    },
    entries: (key) => {
      const value = found.get(key)
      return value?.kind === 'map' ? value.entries : []
    },
    items: (key) => {
      const value = found.get(key)
      return value?.kind === 'list' ? value.items : []
    },
    report: (key, message, suggestion = null) => {
      // What was of the wrong kind has been reported already; it is not missing as well.
      if (!rejected.has(key)) report(message, found.get(key)?.span ?? start, below(path, key), suggestion)
    },
  }
}
