import { invalid } from '@shared/model/refusal'
import { forbiddenNames, lineOf } from './syntax'
import type { TemplateNode } from './syntax'

/** What a name stands for that nothing was given for; only `default` and `is defined` may meet it. */
export class Missing {
  readonly path: string
  readonly line: number
  constructor(path: string, line: number) {
    this.path = path
    this.line = line
  }
}

/** The value, or the refusal that names the missing variable. */
export function present(value: unknown): unknown {
  if (!(value instanceof Missing)) return value
  throw invalid(
    'template.missing_variable',
    `The template uses "${value.path}" on line ${value.line}, which is not there.`,
    {
      hint: `Give it a value, or a fallback: {{ ${value.path} | default("") }}.`,
      details: { variable: value.path, line: value.line },
    },
  )
}

/** How a part of the template is written, to name what is missing. */
export function pathOf(node: TemplateNode): string {
  if (node.typename === 'Symbol') return String(node.value)
  if (node.typename !== 'LookupVal') return '…'
  const key = node.val as TemplateNode
  const target = pathOf(node.target as TemplateNode)
  if (key.typename !== 'Literal') return `${target}[…]`
  return typeof key.value === 'string' ? `${target}.${key.value}` : `${target}[${String(key.value)}]`
}

/** An own property, an element, or a length; never what is inherited. */
export function lookUp(target: unknown, key: unknown, node: TemplateNode): unknown {
  const missing = new Missing(pathOf(node), lineOf(node))
  if (forbiddenNames.has(String(key))) return missing
  const isSequence = typeof target === 'string' || Array.isArray(target)
  if (isSequence) {
    if (key === 'length') return target.length
    const index = typeof key === 'number' ? key : Number.NaN
    return target.at(index) !== undefined && Number.isInteger(index) ? target.at(index) : missing
  }
  if (typeof target !== 'object' || target === null || !Object.hasOwn(target, String(key))) return missing
  const value = (target as Record<string, unknown>)[String(key)]
  return value === undefined || typeof value === 'function' ? missing : value
}

/** Empty texts, lists and mappings count as false, as in Jinja. */
export function isTruthy(value: unknown): boolean {
  const given = present(value)
  if (Array.isArray(given)) return given.length > 0
  if (typeof given === 'object' && given !== null) return Object.keys(given).length > 0
  return Boolean(given)
}

/** A value as it stands in the text. */
export function asText(value: unknown): string {
  const given = present(value)
  if (given === null || given === undefined) return ''
  return typeof given === 'object' ? JSON.stringify(given) : String(given)
}

export function asNumber(value: unknown): number {
  return Number(present(value))
}

/** What a loop goes over: elements, characters, or pairs of key and value. */
export function asList(value: unknown): readonly unknown[] {
  const given = present(value)
  if (typeof given === 'string') return [...given]
  if (Array.isArray(given)) return given
  if (typeof given === 'object' && given !== null) return Object.entries(given)
  return []
}
