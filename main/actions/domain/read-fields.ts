import { nearest } from '@shared/model/nearest'
import type { Diagnostic, SourceNode, Span } from '@shared/model/source-tree'
import { actionSchema, type Field, type SchemaPlace, typeInWords } from './action-schema'

/** The values of one mapping, each with its place; only keys that are known and rightly typed are there. */
export type Fields = {
  readonly span: Span
  readonly path: string
  /** Whether the key stands there, also where its value was refused. */
  given(key: string): boolean
  node(key: string): SourceNode | undefined
  text(key: string): string | undefined
  flag(key: string): boolean | undefined
  integer(key: string): number | undefined
  texts(key: string): readonly string[] | undefined
}

export type Report = (
  message: string,
  span: Span,
  path: string,
  suggestion?: string | null,
  severity?: Diagnostic['severity'],
) => void

export function kindOf(node: SourceNode): string {
  if (node.kind === 'map') return 'a mapping'
  if (node.kind === 'list') return 'a list'
  if (node.value === null) return 'empty'
  if (typeof node.value === 'number') return 'a number'
  return typeof node.value === 'boolean' ? 'true or false' : 'text'
}

/** Whether a node is of the type; `texts` takes one text for a list of one, and any scalar by what is written. */
function fits(node: SourceNode, field: Field): boolean {
  const value = node.kind === 'scalar' ? node.value : undefined
  switch (field.type) {
    case 'text':
    case 'word':
      return typeof value === 'string'
    case 'flag':
      return typeof value === 'boolean'
    case 'integer':
      return (
        typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value <= (field.counts?.most ?? value)
      )
    case 'value':
      return value !== undefined && value !== null
    case 'texts':
    case 'command':
      // Its items are looked at one by one.
      if (node.kind === 'list') return true
      return typeof value === 'string'
    case 'list':
      return node.kind === 'list'
    case 'any':
      return value !== null
  }
}

function suggestType(node: SourceNode, field: Field): string | null {
  if (node.kind !== 'scalar' || node.value === null) return null
  if (field.type === 'text' || field.type === 'word') return JSON.stringify(node.text)
  if (field.type === 'flag' && typeof node.value === 'string') {
    if (/^(yes|on|true)$/i.test(node.value)) return 'true'
    if (/^(no|off|false)$/i.test(node.value)) return 'false'
  }
  return null
}

function checkValues(node: SourceNode, field: Field, path: string, report: Report): boolean {
  if (!field.values) return true
  const items = node.kind === 'list' ? node.items : [node]
  const wrong = items.filter((item) => item.kind === 'scalar' && !field.values?.includes(item.text))
  for (const item of wrong) {
    const text = item.kind === 'scalar' ? item.text : ''
    const near = nearest(text, field.values)[0] ?? null
    report(`"${text}" is no value of ${field.key}; it takes ${field.values.join(', ')}.`, item.span, path, near)
  }
  return wrong.length === 0
}

/** The items of a list of texts that are none, each with its place; nothing where the node is no such list. */
function wrongItems(node: SourceNode, field: Field) {
  if (node.kind !== 'list' || (field.type !== 'texts' && field.type !== 'command')) return []
  const items = node.items.map((item, index) => ({ item, index }))
  const isWrong = (item: SourceNode, index: number) =>
    item.kind !== 'scalar' ||
    item.value === null ||
    (field.type === 'command' && index === 0 && item.text.trim() === '')
  return items.filter(({ item, index }) => isWrong(item, index))
}

function accept(node: SourceNode, field: Field, path: string, report: Report): boolean {
  const wrong = wrongItems(node, field)
  for (const { item, index } of wrong) {
    const isEmpty = item.kind === 'scalar' && (item.value === null || item.text.trim() === '')
    const found = isEmpty ? 'it is empty' : `this is ${kindOf(item)}`
    report(`${field.key}[${index}] takes text, but ${found}.`, item.span, `${path}[${index}]`)
  }
  if (wrong.length > 0) return false
  if (!fits(node, field)) {
    const isNumber = field.type === 'integer' && node.kind === 'scalar' && typeof node.value === 'number'
    const found = kindOf(node) === 'empty' ? 'it is empty' : `this is ${isNumber ? node.text : kindOf(node)}`
    report(`${field.key} takes ${typeInWords(field)}, but ${found}.`, node.span, path, suggestType(node, field))
    return false
  }
  if (field.required && node.kind === 'scalar' && node.text.trim() === '') {
    report(`${field.key} is empty; it takes ${typeInWords(field)}.`, node.span, path)
    return false
  }
  if (field.type === 'word' && node.kind === 'scalar' && /\s/.test(node.text)) {
    report(`${field.key} may not contain spaces.`, node.span, path, node.text.trim().replaceAll(/\s+/g, '-'))
    return false
  }
  return checkValues(node, field, path, report)
}

const textOf = (node: SourceNode) => (node.kind === 'scalar' ? node.text : '')

/** Reads one mapping by the schema of its place and reports every unknown, missing and wrongly typed key. */
export function readFields(node: SourceNode, place: SchemaPlace, path: string, report: Report): Fields | undefined {
  const schema: readonly Field[] = actionSchema[place]
  if (node.kind !== 'map') {
    report(`A mapping of keys is wanted here, but this is ${kindOf(node)}.`, node.span, path)
    return undefined
  }
  const names = schema.flatMap((field) => (field.alias === undefined ? [field.key] : [field.key, field.alias]))
  const found = new Map<string, SourceNode>()
  const seen = new Set<string>()
  for (const entry of node.entries) {
    const where = path === '' ? entry.key : `${path}.${entry.key}`
    const field = schema.find((one) => one.key === entry.key || one.alias === entry.key)
    if (!field) {
      const meant = schema.filter(({ oftenWritten }) => oftenWritten === entry.key).map(({ key }) => key)
      const likely = meant.length > 0 ? meant : nearest(entry.key, names).slice(0, 1)
      const near = likely[0] ?? null
      const hint = near === null ? `Known are ${names.join(', ')}.` : `Did you mean "${likely.join('" and "')}"?`
      report(`Unknown key "${entry.key}". ${hint}`, entry.keySpan, where, near)
      continue
    }
    if (seen.has(field.key))
      report(`"${entry.key}" says again what "${field.key}" or its other spelling says already.`, entry.keySpan, where)
    else if (accept(entry.value, field, where, report)) found.set(field.key, entry.value)
    seen.add(field.key)
  }
  const absent = schema.filter((field) => field.required && !seen.has(field.key))
  // A missing key has no place of its own: the start of its mapping is where to add it.
  const start: Span = { ...node.span, endLine: node.span.line, endColumn: node.span.column }
  for (const field of absent)
    report(`The key "${field.key}" is missing. ${field.sentence}`, start, path, `${field.key}: `)
  const scalar = (key: string) => {
    const value = found.get(key)
    return value?.kind === 'scalar' ? value.value : undefined
  }
  return {
    span: node.span,
    path,
    given: (key) => seen.has(key),
    node: (key) => found.get(key),
    text: (key) => (found.has(key) ? String(scalar(key) ?? '') : undefined),
    flag: (key) => scalar(key) as boolean | undefined,
    integer: (key) => scalar(key) as number | undefined,
    texts: (key) => {
      const value = found.get(key)
      return value && (value.kind === 'list' ? value.items.map(textOf) : [textOf(value)])
    },
  }
}
