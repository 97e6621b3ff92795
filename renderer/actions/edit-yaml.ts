import { pastYamlBounds } from '@shared/model/yaml-bounds'
import { Document, isMap, isScalar, isSeq, Lexer, parseDocument, Scalar, YAMLParseError } from 'yaml'

/** Where a value stands in an action's text: keys, and places in lists from 0. */
export type Place = readonly (string | number)[]
export type FieldValue = string | boolean | number | readonly string[] | Readonly<Record<string, unknown>> | null

function parse(source: string): Document.Parsed | Document {
  const bounds = pastYamlBounds(source, new Lexer().lex(source))
  if (bounds === null) return parseDocument(source, { keepSourceTokens: false, prettyErrors: false })
  // Parsing it would hold the window; what the core says of it stands beside the editor.
  const unread = new Document()
  unread.errors.push(new YAMLParseError([bounds.at, bounds.at], 'RESOURCE_EXHAUSTION', bounds.message))
  return unread
}

/** What an action's text says at its top, as far as it can be read; null while it cannot. */
export function readFields(source: string): Readonly<Record<string, unknown>> | null {
  const document = parse(source)
  if (document.errors.length > 0) return null
  if (document.contents === null) return {}
  return isMap(document.contents) ? (document.toJS({ maxAliasCount: 100 }) as Record<string, unknown>) : null
}

/** Lists and brackets stay as the text has them. */
const manner = (source: string) => ({
  lineWidth: 0,
  indentSeq: !/^[\w-]+:[^\S\n]*\n- /m.test(source),
  flowCollectionPadding: /[[{] /.test(source),
})

const scalar = (value: string, before: unknown) => {
  const made = new Scalar(value)
  if (value.includes('\n')) made.type = Scalar.BLOCK_LITERAL
  else if (isScalar(before) && before.type !== 'BLOCK_LITERAL' && before.type !== 'BLOCK_FOLDED' && before.type)
    made.type = before.type
  return made
}

/** The text with one value set, or with null taken out; its comments and the rest of it stay. Null where it cannot be read. */
export function setField(source: string, place: Place, value: FieldValue): string | null {
  const document = parse(source)
  if (document.errors.length > 0 || (document.contents !== null && !isMap(document.contents))) return null
  const before = document.getIn(place, true)
  if (value === null) document.deleteIn(place)
  else if (typeof value === 'string') {
    const made = scalar(value, before)
    if (isScalar(before)) {
      // The node stays, since comments hang on it.
      before.value = value
      if (made.type) before.type = made.type
    } else document.setIn(place, made)
  } else if (isScalar(before) && (typeof value === 'boolean' || typeof value === 'number')) before.value = value
  else document.setIn(place, document.createNode(value))
  const parent = place.slice(0, -1)
  const left = document.getIn(parent)
  if (value === null && parent.length > 0 && isSeq(left) && left.items.length === 0) document.deleteIn(parent)
  return document.toString(manner(source))
}

/** Adds an entry at the end of a list, which is begun where there is none. */
export function addEntry(
  source: string,
  key: string,
  entry: string | Readonly<Record<string, unknown>>,
): string | null {
  const document = parse(source)
  if (document.errors.length > 0 || (document.contents !== null && !isMap(document.contents))) return null
  const list = document.get(key)
  if (isSeq(list)) list.add(document.createNode(entry))
  else document.set(key, document.createNode([entry]))
  return document.toString(manner(source))
}

/** The one stretch in which two texts differ, so that an editor keeps its cursor and its undo outside it. */
export function changeBetween(before: string, after: string): { from: number; to: number; insert: string } {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end))
    end += 1
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}
