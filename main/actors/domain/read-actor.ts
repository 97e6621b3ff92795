import { isNameProblem, parseName, reservedNamespaceProblem } from '@shared/model/name'
import { nearest } from '@shared/model/nearest'
import { resolveVariables } from '@shared/model/resolve-variables'
import type { Environment } from '@shared/model/resolve-variables'
import type { Diagnostic, SourceNode } from '@shared/model/source-tree'
import type { ActorDefinition, ActorPart, Graph } from './actor-definition'
import { inclusionLoop } from './check-graph'
import { graphSchema, readGraph } from './read-graph'
import { below, plainValue, readMap } from './read-map'
import type { Fields, Report } from './read-map'
import { actorTypes, llmSchema, readLlm, readPart } from './read-part'
import type { CheckTemplate } from './read-part'
import { runsOf } from './runs'

export type ReadActor = {
  readonly definition: ActorDefinition | undefined
  readonly diagnostics: readonly Diagnostic[]
}

export type ReadContext = {
  readonly env: Environment
  /** Names of the providers that were added; each reserves its namespace. */
  readonly providers: readonly string[]
  readonly checkTemplate: CheckTemplate
}

const headSchema = { name: 'text', description: 'text', skills: 'texts' } as const
const envelopeSchema = {
  ...headSchema,
  cleveragents: 'map',
  global_context: 'map',
  actors: 'map',
  routes: 'map',
  template_engine: 'text',
  default_actor: 'text',
} as const
const flatSchema = {
  ...headSchema,
  type: 'text',
  config: 'map',
  global_context: 'map',
  ...llmSchema,
  ...graphSchema,
} as const
const versionSchema = { version: 'any', template_engine: 'text', default_actor: 'text' } as const

function readName(fields: Fields, providers: readonly string[]): string {
  const text = fields.text('name')
  if (text === undefined) {
    fields.report('name', 'The name is missing.', 'name: ')
    return ''
  }
  const parsed = parseName(text)
  const problem = isNameProblem(parsed) ? parsed : reservedNamespaceProblem(parsed.namespace, providers)
  if (problem) fields.report('name', `${problem.problem} ${problem.hint}`)
  return isNameProblem(parsed) ? '' : parsed.full
}

function contextOf(fields: Fields): Readonly<Record<string, unknown>> {
  const node = fields.node('global_context')
  return node ? (plainValue(node) as Record<string, unknown>) : {}
}

function readVersion(fields: Fields, report: Report): { defaultActor: Fields | undefined } {
  const node = fields.node('cleveragents')
  const inner = node && readMap(node, versionSchema, 'cleveragents', report)
  const version = inner?.node('version')
  if (inner && !version) inner.report('version', 'The version is missing.', 'version: "3.0"')
  const text = version?.kind === 'scalar' ? version.text : ''
  if (version && !/^3(\.\d+)*$/.test(text))
    inner?.report('version', `Version "${text}" is not known; this application reads version 3.`, '"3.0"')
  for (const place of [inner, fields]) {
    const engine = place?.text('template_engine')
    if (engine !== undefined && engine.toUpperCase() !== 'JINJA2')
      place?.report('template_engine', `"${engine}" is no known template engine; it is JINJA2.`, 'JINJA2')
  }
  return { defaultActor: inner?.has('default_actor') ? inner : fields.has('default_actor') ? fields : undefined }
}

function readEnvelope(root: SourceNode, context: ReadContext, report: Report): ActorDefinition | undefined {
  const fields = readMap(root, envelopeSchema, '', report)
  if (!fields) return undefined
  const name = readName(fields, context.providers)
  const { defaultActor } = readVersion(fields, report)
  const entries = fields.entries('actors')
  if (entries.length === 0) fields.report('actors', 'At least one actor is needed under "actors".', 'actors: ')
  const parts = entries.flatMap((entry): ActorPart[] => {
    const part = readPart(entry, below('actors', entry.key), context.checkTemplate, report)
    return part ? [part] : []
  })
  const routeEntries = fields.entries('routes')
  const targets = { parts: entries.map(({ key }) => key), routes: routeEntries.map(({ key }) => key) }
  const graphs = routeEntries.flatMap((entry): Graph[] => {
    const path = below('routes', entry.key)
    const route = readMap(entry.value, { type: 'text', ...graphSchema }, path, report)
    if (route && (route.text('type') ?? 'graph') !== 'graph')
      route.report('type', 'A route is of type "graph".', 'graph')
    const graph = route && readGraph(entry.key, route, targets, report)
    return graph ? [graph] : []
  })
  const loop = inclusionLoop(graphs)
  if (loop)
    report(
      `The routes ${loop.join(' → ')} include each other.`,
      routeEntries.find(({ key }) => key === loop[0])?.keySpan ?? root.span,
      below('routes', loop[0] ?? ''),
    )
  const chosen = defaultActor?.text('default_actor')
  const choices = [...targets.parts, ...targets.routes]
  if (chosen !== undefined && !choices.includes(chosen))
    defaultActor?.report(
      'default_actor',
      `"${chosen}" is neither an actor nor a route of this file.`,
      nearest(chosen, choices)[0],
    )
  if (chosen === undefined && graphs.length === 0 && entries.length > 1)
    fields.report(
      'default_actor',
      'There are several actors and no route; say which one is meant.',
      `default_actor: ${targets.parts[0]}`,
    )
  const type = graphs.length > 0 ? 'graph' : parts.every((part) => part.type === 'tool') ? 'tool' : 'llm'
  const what = { type, parts, graphs, chosen } as const
  return {
    name,
    description: fields.text('description') ?? '',
    type,
    parts,
    graphs,
    skills: fields.texts('skills'),
    globalContext: contextOf(fields),
    runs: runsOf(what),
  }
}

function readFlat(root: SourceNode, context: ReadContext, report: Report): ActorDefinition | undefined {
  const fields = readMap(root, flatSchema, '', report)
  if (!fields) return undefined
  const name = readName(fields, context.providers)
  const said = fields.text('type') ?? (fields.has('nodes') ? 'graph' : 'llm')
  const type = actorTypes.find((one) => one === said)
  if (!type) {
    fields.report(
      'type',
      `"${said}" is no type of an actor; it is one of ${actorTypes.join(', ')}.`,
      nearest(said, actorTypes)[0],
    )
    return undefined
  }
  const config = fields.node('config')
  const inner = config ? readMap(config, { ...llmSchema, ...graphSchema }, 'config', report) : fields
  if (!inner) return undefined
  const parts: ActorPart[] = []
  const graphs: Graph[] = []
  if (type === 'llm') {
    const settings = readLlm(inner, context.checkTemplate)
    if (settings) parts.push({ id: 'main', type, ...settings })
  } else if (type === 'tool') {
    const tool = inner.text('tool')
    if (tool === undefined) inner.report('tool', 'An actor of type tool needs "tool".', 'tool: ')
    else parts.push({ id: 'main', type, tool })
  } else {
    const graph = readGraph('main', inner, { parts: [], routes: [] }, report)
    if (graph) graphs.push(graph)
  }
  const runs = runsOf({ type, parts, graphs, chosen: undefined })
  return {
    name,
    description: fields.text('description') ?? '',
    type,
    parts,
    graphs,
    skills: fields.texts('skills'),
    globalContext: contextOf(fields),
    runs,
  }
}

const start = { line: 1, column: 1, endLine: 1, endColumn: 1 }

/** Reads an actor of either dialect from the tree of its text: everything that is wrong in the order of the text, or the definition. */
export function readActor(root: SourceNode | undefined, context: ReadContext): ReadActor {
  const diagnostics: Diagnostic[] = []
  const report: Report = (message, span, path, suggestion = null) =>
    void diagnostics.push({ severity: 'error', message, span, path, suggestion })
  if (root === undefined || (root.kind === 'scalar' && root.value === null)) {
    report('The text is empty; an actor needs at least a name and a model.', root?.span ?? start, '', 'name: ')
    return { definition: undefined, diagnostics }
  }
  const resolved = resolveVariables(root, context.env, (diagnostic) => void diagnostics.push(diagnostic))
  const isEnvelope =
    resolved.kind === 'map' &&
    resolved.entries.some(({ key }) => key === 'cleveragents' || key === 'actors' || key === 'routes')
  const definition = (isEnvelope ? readEnvelope : readFlat)(resolved, context, report)
  const ordered = diagnostics.toSorted((a, b) => a.span.line - b.span.line || a.span.column - b.span.column)
  return { definition: ordered.length === 0 ? definition : undefined, diagnostics: ordered }
}
