import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  parseDocument,
  type Range,
  type YAMLParseError,
} from 'yaml'
import type { Diagnostic, SourceEntry, SourceNode, Span } from '@shared/model/source-tree'
import { deepestYaml, mostYamlNodes, pastYamlBounds } from '@shared/model/yaml-bounds'

/** The tree of a YAML text (absent where the text is empty) and what is wrong with its form. */
export type ReadYaml = {
  readonly root: SourceNode | undefined
  readonly diagnostics: readonly Diagnostic[]
  /** Whether the form is broken, so that what was read of it may mislead; a key that stands twice breaks nothing. */
  readonly broken: boolean
}

const mostFaults = 50

/** What the parser's codes mean to the person who wrote the text. */
const sentences: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'A tab indents this line; YAML indents with spaces only.',
  MULTIPLE_DOCS: 'A second document begins here; only one is read. Remove the "---" line and what follows.',
  RESOURCE_EXHAUSTION: 'Nested too deeply to be read.',
  BLOCK_AS_IMPLICIT_KEY: 'A second ": " stands in this value; put the value in quotes, or indent it as a block.',
  BAD_SCALAR_START: 'A plain value may not begin with this character; put the value in quotes.',
  MISSING_CHAR: 'A closing quote or bracket is missing here.',
  NON_STRING_KEY: 'A key must be plain text.',
}

type Fault = Pick<YAMLParseError, 'code' | 'message' | 'pos'>

/** The parser calls a key without its colon, and an item without its dash, by the same code as a quote that is not closed. */
function sentenceOf(error: Fault): string | undefined {
  if (error.code === 'MISSING_CHAR' && /sequence item/i.test(error.message))
    return 'This line belongs neither to the list above nor to an item of it; line it up with the keys that it belongs to, or begin it with "- ".'
  if (error.code === 'MISSING_CHAR' && /implicit map key|followed by map value/i.test(error.message))
    return 'This stands where a key is wanted; a key is followed by ": " and its value.'
  return sentences[error.code]
}

/**
 * The first cause of what the parser stumbled over: what it says of the text behind that follows from it. A line that is
 * indented too deep is told where it stands, and not as the value before it that it seems to go on with.
 */
function firstCause(
  source: string,
  errors: readonly Fault[],
): { readonly message: string; readonly pos: Fault['pos'] } {
  const [first, ...others] = errors.toSorted((one, other) => one.pos[0] - other.pos[0])
  const { code, message, pos } = first!
  const [start] = pos
  const isDeep =
    code === 'BLOCK_AS_IMPLICIT_KEY' &&
    others.some((one) => one.code === 'MULTILINE_IMPLICIT_KEY' && one.pos[0] === start)
  const below = isDeep ? /\n[^\S\n]*(?=\S)/.exec(source.slice(start)) : null
  if (below) {
    const at = start + below.index + below[0].length
    const end = source.indexOf('\n', at)
    const words =
      'This line is indented deeper than the key above it, which has its value already; indent it as that key is.'
    return { message: words, pos: [at, end < 0 ? source.length : end] }
  }
  return { message: sentenceOf(first!) ?? `This is not valid YAML: ${message}.`, pos }
}

const referencePattern = /\$?\$\{[A-Za-z_][A-Za-z0-9_]*(?::[^}]*)?\}/g

class TooLarge extends Error {
  constructor(readonly node: Node) {
    super('too large')
  }
}

function spanReader(source: string, counter: LineCounter) {
  return (start: number, end: number): Span => {
    let last = Math.min(Math.max(start, end), source.length)
    while (last > start && /\s/.test(source[last - 1] ?? '')) last -= 1
    const from = counter.linePos(start)
    const to = counter.linePos(last)
    return { line: from.line, column: from.col, endLine: to.line, endColumn: to.col }
  }
}

type Reader = {
  readonly source: string
  readonly span: (start: number, end: number) => Span
  /** Anchored nodes by name, in the order of the text: an alias means the latest before it. */
  readonly anchors: Map<string, Node>
  readonly report: (message: string, span: Span, path: string) => void
  count: number
}

function rangeOf(node: Node): Range {
  return node.range ?? [0, 0, 0]
}

function readEntries(reader: Reader, node: Node, path: string, depth: number): SourceEntry[] {
  const entries: SourceEntry[] = []
  const keys = new Set<string>()
  for (const pair of isMap(node) ? node.items : []) {
    const keyNode = pair.key as Node
    const [start, end] = rangeOf(keyNode)
    const keySpan = reader.span(start, end)
    if (!isScalar(keyNode) || keyNode.value === null || typeof keyNode.value === 'object') {
      reader.report('A key must be plain text.', keySpan, path)
      continue
    }
    const key = typeof keyNode.value === 'string' ? keyNode.value : reader.source.slice(start, end)
    const where = path === '' ? key : `${path}.${key}`
    if (keys.has(key)) {
      reader.report(`The key "${key}" stands here a second time.`, keySpan, where)
      continue
    }
    keys.add(key)
    const value = pair.value as Node | null
    const bare = value === null || (isScalar(value) && value.value === null && rangeOf(value)[0] === rangeOf(value)[1])
    const read = bare ? emptyAt(keySpan) : readNode(reader, value, where, depth + 1)
    entries.push({ key, keySpan, value: read })
  }
  return entries
}

function emptyAt(span: Span): SourceNode {
  return { kind: 'scalar', span, value: null, text: '', plain: true, references: [] }
}

function readNode(reader: Reader, given: Node, path: string, depth: number): SourceNode {
  reader.count += 1
  if (reader.count > mostYamlNodes || depth > deepestYaml) throw new TooLarge(given)
  const [start, end] = rangeOf(given)
  const span = reader.span(start, end)
  if (isAlias(given)) {
    const target = reader.anchors.get(given.source)
    // What is wrong with an alias without a target the parser has reported already.
    return target === undefined ? emptyAt(span) : { ...readNode(reader, target, path, depth + 1), span }
  }
  if (given.anchor !== undefined) reader.anchors.set(given.anchor, given)
  if (isMap(given)) return { kind: 'map', span, entries: readEntries(reader, given, path, depth) }
  if (isSeq(given)) {
    const items = given.items.map((item, index) => readNode(reader, item as Node, `${path}[${index}]`, depth + 1))
    return { kind: 'list', span, items }
  }
  const value = isScalar(given) ? given.value : null
  const plain = isScalar(given) && given.type === 'PLAIN'
  const simple = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
  const written = reader.source.slice(start, end)
  const references = [...written.matchAll(referencePattern)].map((match) =>
    reader.span(start + match.index, start + match.index + match[0].length),
  )
  const text = plain && typeof simple !== 'string' ? written : String(simple ?? '')
  return { kind: 'scalar', span, value: simple, text, plain, references }
}

function placeOf(source: string, at: number): { readonly line: number; readonly col: number } {
  const before = source.slice(0, at).split('\n')
  return { line: before.length, col: (before.at(-1)?.length ?? 0) + 1 }
}

/** Reads YAML into a tree with positions. Never throws for what the text says; aliases are followed up to a bound. */
export function readYaml(source: string): ReadYaml {
  const counter = new LineCounter()
  const bounds = pastYamlBounds(source, new Lexer().lex(source))
  if (bounds) {
    const { line, col: column } = placeOf(source, bounds.at)
    const at = { line, column, endLine: line, endColumn: column }
    const fault = { severity: 'error', message: bounds.message, span: at, path: '', suggestion: null } as const
    return { root: undefined, diagnostics: [fault], broken: true }
  }
  const document = parseDocument(source, { lineCounter: counter, uniqueKeys: false, prettyErrors: false })
  const span = spanReader(source, counter)
  const diagnostics: Diagnostic[] = []
  const report = (message: string, at: Span, path: string) => {
    const known = diagnostics.some((one) => one.span.line === at.line && one.message === message)
    if (known || diagnostics.length >= mostFaults) return
    diagnostics.push({ severity: 'error', message, span: at, path, suggestion: null })
  }
  const broken = document.errors.length > 0
  if (broken) {
    const { message, pos } = firstCause(source, document.errors)
    const lineEnd = source.indexOf('\n', pos[0])
    report(message, span(pos[0], lineEnd < 0 ? pos[1] : Math.min(pos[1], lineEnd)), '')
  }
  if (document.contents === null) return { root: undefined, diagnostics, broken }
  // After a fault of nesting the parser's tree is cut off at an arbitrary place.
  const cutOff = document.errors.some((error) => error.code === 'RESOURCE_EXHAUSTION')
  if (cutOff) return { root: undefined, diagnostics, broken }
  // What stands in a tree of a broken text is no fault of its own.
  const reportOwn = broken ? () => {} : report
  const reader: Reader = { source, span, anchors: new Map(), report: reportOwn, count: 0 }
  try {
    return { root: readNode(reader, document.contents, '', 0), diagnostics, broken }
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error
    const [start, end] = rangeOf(error.node)
    report(
      `The text unfolds to more than ${mostYamlNodes} values or nests deeper than ${deepestYaml} levels.`,
      span(start, end),
      '',
    )
    return { root: undefined, diagnostics, broken: true }
  }
}
