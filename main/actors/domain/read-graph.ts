import { nearest } from '@shared/model/nearest'
import type { SourceEntry, SourceNode } from '@shared/model/source-tree'
import type { Graph, GraphEdge, GraphNode, NodeType } from './actor-definition'
import { nodeTypes } from './actor-definition'
import { ends, graphProblems } from './check-graph'
import { below, readMap } from './read-map'
import type { Fields, Report, Schema } from './read-map'

/** Keys of a graph, whether it is a route or the whole actor. */
export const graphSchema = {
  entry_point: 'text',
  nodes: 'map',
  edges: 'list',
  checkpointing: 'flag',
  parallel_execution: 'flag',
  max_iterations: 'integer',
} as const satisfies Schema

const nodeSchema: Schema = {
  type: 'text',
  agent: 'text',
  actor: 'text',
  tool: 'text',
  condition: 'text',
  branches: 'map',
  subgraph: 'text',
  max_iterations: 'integer',
}
const edgeSchema: Schema = { from: 'text', to: 'text', condition: 'text', max_iterations: 'integer' }

const targetKeys: Readonly<Record<NodeType, readonly string[]>> = {
  agent: ['agent', 'actor'],
  tool: ['tool'],
  conditional: ['condition'],
  subgraph: ['subgraph'],
}

type ReadNode = { readonly node: GraphNode; readonly branches: readonly GraphEdge[]; readonly fields: Fields }

function readNode({ key: id, value }: SourceEntry, path: string, report: Report): ReadNode | undefined {
  const fields = readMap(value, nodeSchema, path, report)
  if (!fields) return undefined
  const type = fields.text('type') ?? 'agent'
  const known = nodeTypes.find((one) => one === type)
  if (!known) {
    fields.report(
      'type',
      `"${type}" is no type of a node; it is one of ${nodeTypes.join(', ')}.`,
      nearest(type, nodeTypes)[0],
    )
    return undefined
  }
  const target = targetKeys[known].map((key) => fields.text(key)).find((text) => text !== undefined)
  if (target === undefined && !(known === 'conditional' && fields.has('branches'))) {
    fields.report(
      targetKeys[known][0] ?? 'type',
      `The node "${id}" of type ${known} says nothing under "${targetKeys[known][0]}".`,
    )
    return undefined
  }
  const maxIterations = fields.number('max_iterations')
  const branches = fields
    .entries('branches')
    .map(({ key, value: to }) => ({ from: id, to: to.kind === 'scalar' ? to.text : '', condition: key }))
  return {
    node: { id, type: known, target: target ?? '', ...(maxIterations === undefined ? {} : { maxIterations }) },
    branches,
    fields,
  }
}

function readEdge(item: SourceNode, ids: readonly string[], path: string, report: Report): GraphEdge | undefined {
  const fields = readMap(item, edgeSchema, path, report)
  if (!fields) return undefined
  const [from, to] = [fields.text('from'), fields.text('to')]
  for (const [key, id] of [
    ['from', from],
    ['to', to],
  ] as const) {
    if (id === undefined) fields.report(key, `An edge needs "${key}".`)
    else if (!ids.includes(id) && !(key === 'to' && ends.has(id)))
      fields.report(key, `"${id}" is no node of this graph.`, nearest(id, ids)[0])
  }
  const condition = fields.text('condition')
  const maxIterations = fields.number('max_iterations')
  return {
    from: from ?? '',
    to: to ?? '',
    ...(condition === undefined ? {} : { condition }),
    ...(maxIterations === undefined ? {} : { maxIterations }),
  }
}

/** What the nodes of a graph may refer to. */
export type Targets = { readonly parts: readonly string[]; readonly routes: readonly string[] }

function checkTarget({ node, fields }: ReadNode, targets: Targets): void {
  const names = node.type === 'agent' ? targets.parts : node.type === 'subgraph' ? targets.routes : undefined
  // A name with a namespace is another actor, looked up when the graph runs.
  if (!names || names.includes(node.target) || node.target.includes('/')) return
  const key = targetKeys[node.type].find((one) => fields.has(one)) ?? ''
  const what = node.type === 'agent' ? 'an actor' : 'a route'
  fields.report(key, `"${node.target}" is not ${what} of this file.`, nearest(node.target, names)[0])
}

/** Reads a graph from checked fields and reports what is wrong with its shape. */
export function readGraph(id: string, fields: Fields, targets: Targets, report: Report): Graph | undefined {
  const nodesPath = below(fields.path, 'nodes')
  const entries = fields.entries('nodes')
  if (entries.length === 0) {
    fields.report('nodes', 'A graph needs "nodes" and "entry_point".', 'nodes: ')
    return undefined
  }
  const read = entries.flatMap((entry) => readNode(entry, below(nodesPath, entry.key), report) ?? [])
  const ids = entries.map(({ key }) => key)
  for (const one of read) checkTarget(one, targets)
  const edges = fields
    .items('edges')
    .flatMap((item, index) => readEdge(item, ids, `${below(fields.path, 'edges')}[${index}]`, report) ?? [])
  const branches = read.flatMap((one) => one.branches)
  for (const one of read) {
    for (const { to } of one.branches)
      if (!ids.includes(to) && !ends.has(to))
        one.fields.report('branches', `"${to}" is no node of this graph.`, nearest(to, ids)[0])
  }
  const entry = fields.text('entry_point')
  if (entry === undefined) fields.report('entry_point', 'A graph needs "entry_point".', 'entry_point: ')
  if (entry === undefined || read.length < entries.length) return undefined
  const maxIterations = fields.number('max_iterations')
  const graph: Graph = {
    id,
    entry,
    nodes: read.map(({ node }) => node),
    edges: [...edges, ...branches],
    checkpointing: fields.flag('checkpointing') ?? false,
    parallel: fields.flag('parallel_execution') ?? false,
    ...(maxIterations === undefined ? {} : { maxIterations }),
  }
  for (const { at, message } of graphProblems(graph)) {
    const span = at === 'entry_point' ? undefined : entries.find(({ key }) => key === at.node)?.keySpan
    if (span && at !== 'entry_point') report(message, span, below(nodesPath, at.node))
    else fields.report('entry_point', message, nearest(entry, ids)[0])
  }
  return graph
}
