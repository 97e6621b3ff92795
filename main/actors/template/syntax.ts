import { createRequire } from 'node:module'
import { invalid } from '@shared/model/refusal'
import type { Refusal } from '@shared/model/refusal'
import { filterNames } from './filters'

/** A node of the parser's tree; which fields it has depends on its type. */
export type TemplateNode = {
  readonly typename: string
  readonly lineno: number
  readonly value?: unknown
  readonly children?: readonly TemplateNode[]
  readonly [field: string]: unknown
}

type Parser = { parse(source: string, extensions: readonly unknown[], options: object): TemplateNode }

/** Only the parser is used: nothing of a template is ever compiled or run as code. Loaded when first needed. */
function loadParser(): Parser {
  return createRequire(import.meta.url)('nunjucks/src/parser.js') as Parser
}

const longestTemplate = 200_000

const known: ReadonlySet<string> = new Set([
  'Root',
  'NodeList',
  'Output',
  'TemplateData',
  'Literal',
  'Symbol',
  'LookupVal',
  'Filter',
  'If',
  'InlineIf',
  'For',
  'Set',
  'Capture',
  'Compare',
  'CompareOperand',
  'And',
  'Or',
  'Not',
  'In',
  'Is',
  'Add',
  'Sub',
  'Mul',
  'Div',
  'FloorDiv',
  'Mod',
  'Pow',
  'Neg',
  'Pos',
  'Concat',
  'Group',
  'Array',
  'Dict',
  'Pair',
  'FunCall',
  'KeywordArgs',
])

const names: Readonly<Record<string, string>> = {
  Include: 'include',
  Import: 'import',
  FromImport: 'from … import',
  Extends: 'extends',
  Block: 'block',
  Macro: 'macro',
  Caller: 'call',
  Super: 'super',
  Switch: 'switch',
  AsyncEach: 'asyncEach',
  AsyncAll: 'asyncAll',
}

/** Names that lead to what JavaScript hangs on every value; no template needs them. */
export const forbiddenNames: ReadonlySet<string> = new Set([
  'constructor',
  'prototype',
  '__proto__',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
])

const methods: ReadonlySet<string> = new Set(['items', 'keys', 'values'])

export const lineOf = (node: TemplateNode): number => node.lineno + 1

/** The refusal for a template that cannot be used. */
export function badTemplate(message: string, line: number): Refusal {
  return invalid('template.invalid', `Line ${line} of the template: ${message}`, {
    hint: 'Templates know {{ variables }}, filters, if, for and set.',
    details: { line },
  })
}

/** What a condition or an empty loop falls to; the parser's name for it. */
export const otherwise = 'else_'

export const isNode = (value: unknown): value is TemplateNode =>
  typeof value === 'object' && value !== null && 'typename' in value

/** The nodes right below a node, wherever its type keeps them. */
function belowNode(node: TemplateNode): readonly TemplateNode[] {
  return Object.entries(node).flatMap(([field, value]) => {
    if (field === 'parent') return []
    return Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []
  })
}

/** Fields that a node may do without: what a condition falls to, and how a variable is set. */
const optional: ReadonlySet<string> = new Set([otherwise, 'value', 'body'])

/** Whether a node has all that its type wants: the parser takes `a[]`, `()` and `.b`, and leaves gaps in the tree. */
function isWhole(node: TemplateNode): boolean {
  if (node.typename === 'Group' && node.children?.length === 0) return false
  const gap = (value: unknown): boolean => value === null || value === undefined
  return (node['fields'] as readonly string[]).every((field) => {
    const value = node[field]
    return Array.isArray(value) ? !value.some(gap) : !gap(value) || optional.has(field)
  })
}

function requireWhole(node: TemplateNode): void {
  if (known.has(node.typename) && !isWhole(node)) throw badTemplate('A part of this tag is missing.', lineOf(node))
  for (const inner of belowNode(node)) requireWhole(inner)
}

function check(node: TemplateNode): void {
  const line = lineOf(node)
  if (!known.has(node.typename))
    throw badTemplate(`{% ${names[node.typename] ?? node.typename} %} is not available here.`, line)
  if (node.typename === 'Symbol' && forbiddenNames.has(String(node.value)))
    throw badTemplate(`"${String(node.value)}" may not be read.`, line)
  if (node.typename === 'LookupVal') {
    const key = node.val as TemplateNode
    if (key.typename === 'Literal' && forbiddenNames.has(String(key.value)))
      throw badTemplate(`"${String(key.value)}" may not be read.`, line)
  }
  if (node.typename === 'FunCall' && !isMethod(node))
    throw badTemplate('Functions cannot be called; use a filter, as in {{ name | upper }}.', line)
  if (node.typename === 'Filter') {
    const name = String((node.name as TemplateNode).value)
    if (!filterNames.has(name))
      throw badTemplate(`There is no filter "${name}"; there are ${[...filterNames].sort().join(', ')}.`, line)
  }
  for (const inner of belowNode(node)) check(inner)
}

/** `dict.items()` and its like, the only calls there are. */
export function isMethod(node: TemplateNode): boolean {
  const callee = node.name as TemplateNode
  const args = node.args as TemplateNode
  return (
    callee.typename === 'LookupVal' &&
    methods.has(String((callee.val as TemplateNode).value)) &&
    (args.children ?? []).length === 0
  )
}

/** Whether a text is a template at all. */
export const hasTags = (source: string): boolean => /\{[{%#]/.test(source)

function readTree(source: string): TemplateNode {
  const parser = loadParser()
  try {
    return parser.parse(source, [], {})
  } catch (error) {
    // Whatever the parser throws is about the text: its own error knows the line, and on texts that end within a tag it trips.
    const fault = error as { readonly name?: unknown; readonly message?: unknown; readonly lineno?: unknown }
    if (fault.name !== 'Template render error') throw badTemplate('A tag is not closed.', source.split('\n').length)
    const line = typeof fault.lineno === 'number' ? fault.lineno : 1
    const message = String(fault.message)
      .replace(/^\(unknown path\)[^\n]*\n\s*/, '')
      .replace(/^Error:\s*/, '')
    throw badTemplate(message, Math.max(1, line))
  }
}

/** Reads a template and refuses whatever is not known. */
export function parseTemplate(source: string): TemplateNode {
  if (source.length > longestTemplate) throw badTemplate(`It is longer than ${longestTemplate} characters.`, 1)
  const root = readTree(source)
  requireWhole(root)
  check(root)
  return root
}
