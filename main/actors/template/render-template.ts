import { Refusal } from '@shared/model/refusal'
import { evaluate, rounds } from './evaluate'
import type { Scope } from './evaluate'
import { badTemplate, hasTags, isNode, lineOf, otherwise, parseTemplate } from './syntax'
import type { TemplateNode } from './syntax'
import { asText, isTruthy } from './values'

const longestOutput = 2_000_000
const mostSteps = 200_000

type Writer = { readonly pieces: string[]; length: number; steps: number }

function write(writer: Writer, text: string, node: TemplateNode): void {
  writer.pieces.push(text)
  writer.length += text.length
  if (writer.length > longestOutput)
    throw badTemplate(`Its text becomes longer than ${longestOutput} characters.`, lineOf(node))
}

function assign(node: TemplateNode, scope: Scope): void {
  const value = isNode(node.value) ? evaluate(node.value, scope) : capture(node.body as TemplateNode, scope)
  for (const target of node.targets as readonly TemplateNode[]) scope.values[String(target.value)] = value
}

function capture(node: TemplateNode, scope: Scope): string {
  const writer: Writer = { pieces: [], length: 0, steps: 0 }
  render(isNode(node.body) ? node.body : node, scope, writer)
  return writer.pieces.join('')
}

function render(node: TemplateNode, scope: Scope, writer: Writer): void {
  writer.steps += 1
  if (writer.steps > mostSteps) throw badTemplate(`It takes more than ${mostSteps} steps.`, lineOf(node))
  switch (node.typename) {
    case 'Root':
    case 'NodeList':
      for (const child of node.children ?? []) render(child, scope, writer)
      return
    case 'Output':
      for (const child of node.children ?? []) {
        write(writer, child.typename === 'TemplateData' ? String(child.value) : asText(evaluate(child, scope)), child)
      }
      return
    case 'If': {
      const chosen = isTruthy(evaluate(node.cond as TemplateNode, scope)) ? node.body : node[otherwise]
      if (isNode(chosen)) render(chosen, scope, writer)
      return
    }
    case 'For': {
      const inner = rounds(node, scope)
      for (const round of inner) render(node.body as TemplateNode, round, writer)
      const other = node[otherwise]
      if (inner.length === 0 && isNode(other)) render(other, scope, writer)
      return
    }
    case 'Set':
      return assign(node, scope)
    default:
      throw badTemplate(`${node.typename} cannot stand here.`, lineOf(node))
  }
}

/**
 * Fills a Jinja-like template. A variable that is not there is a refusal that names it (`template.missing_variable`);
 * a fault of the template is one too (`template.invalid`). Only own properties of the context are seen, nothing is
 * loaded, called or run.
 */
export function renderTemplate(source: string, context: Readonly<Record<string, unknown>>): string {
  if (!hasTags(source)) return source
  const writer: Writer = { pieces: [], length: 0, steps: 0 }
  render(parseTemplate(source), { outer: { values: { ...context } }, values: {} }, writer)
  return writer.pieces.join('')
}

/** What is wrong with a template, in a sentence; undefined where nothing is. Says nothing about variables. */
export function templateProblem(source: string): string | undefined {
  if (!hasTags(source)) return undefined
  try {
    parseTemplate(source)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}
