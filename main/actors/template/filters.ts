import { asList, asNumber, asText, isTruthy, Missing, present } from './values'

type Filter = (value: unknown, args: readonly unknown[]) => unknown

const compare = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : asText(a).localeCompare(asText(b))

const fieldOf = (item: unknown, key: unknown): unknown => {
  if (typeof key !== 'string' || typeof item !== 'object' || item === null) return item
  return Object.hasOwn(item, key) ? (item as Record<string, unknown>)[key] : undefined
}

function indent(text: string, width: number, first: boolean): string {
  const pad = ' '.repeat(Math.min(100, Math.max(0, width)))
  return text
    .split('\n')
    .map((line, index) => (line === '' || (index === 0 && !first) ? line : pad + line))
    .join('\n')
}

function truncate(text: string, length: number, end: string): string {
  if (text.length <= length) return text
  const cut = text.slice(0, Math.max(0, length))
  const space = cut.lastIndexOf(' ')
  return (space > 0 ? cut.slice(0, space) : cut) + end
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()

function fallback(value: unknown, [other = '', whenFalse = false]: readonly unknown[]): unknown {
  return value instanceof Missing || value === undefined || (isTruthy(whenFalse) && !isTruthy(value)) ? other : value
}

const json: Filter = (value, [spaces]) =>
  JSON.stringify(present(value), null, spaces === undefined ? undefined : asNumber(spaces))

const filters: Readonly<Record<string, Filter>> = {
  default: fallback,
  d: fallback,
  upper: (value) => asText(value).toUpperCase(),
  lower: (value) => asText(value).toLowerCase(),
  capitalize: (value) => capitalize(asText(value)),
  title: (value) => asText(value).replace(/\S+/g, capitalize),
  trim: (value) => asText(value).trim(),
  string: asText,
  safe: (value) => present(value),
  int: (value, [other = 0]) =>
    Number.isNaN(Number.parseInt(asText(value), 10)) ? other : Number.parseInt(asText(value), 10),
  float: (value, [other = 0]) =>
    Number.isNaN(Number.parseFloat(asText(value))) ? other : Number.parseFloat(asText(value)),
  abs: (value) => Math.abs(asNumber(value)),
  round: (value, [digits = 0]) => Number(asNumber(value).toFixed(Math.min(20, Math.max(0, asNumber(digits))))),
  length: (value) => asList(value).length,
  count: (value) => asList(value).length,
  wordcount: (value) => (asText(value).match(/\S+/g) ?? []).length,
  join: (value, [separator = '', key]) =>
    asList(value)
      .map((item) => asText(fieldOf(item, key)))
      .join(asText(separator)),
  first: (value) => asList(value)[0],
  last: (value) => asList(value).at(-1),
  reverse: (value) => (typeof value === 'string' ? [...value].reverse().join('') : [...asList(value)].reverse()),
  sort: (value, [descending = false]) =>
    [...asList(value)].sort((a, b) => (isTruthy(descending) ? compare(b, a) : compare(a, b))),
  unique: (value) => [...new Set(asList(value))],
  list: (value) => [...asList(value)],
  sum: (value) => asList(value).reduce<number>((total, item) => total + asNumber(item), 0),
  replace: (value, [from = '', to = '']) => asText(value).replaceAll(asText(from), () => asText(to)),
  indent: (value, [width = 4, first = false]) => indent(asText(value), asNumber(width), isTruthy(first)),
  truncate: (value, [length = 255, , end = '...']) => truncate(asText(value), asNumber(length), asText(end)),
  dump: json,
  tojson: json,
}

export const filterNames: ReadonlySet<string> = new Set(Object.keys(filters))

/** Applies a filter that `filterNames` holds. Only `default` may be given a missing value. */
export function applyFilter(name: string, value: unknown, args: readonly unknown[]): unknown {
  const filter = Object.hasOwn(filters, name) ? filters[name] : undefined
  if (!filter) throw new Error(`the template's check let the unknown filter ${name} through`)
  return filter === fallback ? filter(value, args) : filter(present(value), args.map(present))
}
