import type { Graph } from './actor-definition'

/** Names by which edges say that the graph ends there. */
export const ends: ReadonlySet<string> = new Set(['end', 'END', '__end__'])

/** What is wrong with the shape of a graph; `at` names the node it is about, or the entry. */
export type GraphProblem = { readonly at: { readonly node: string } | 'entry_point'; readonly message: string }

function successorsOf(graph: Graph): ReadonlyMap<string, readonly string[]> {
  const ids = new Set(graph.nodes.map(({ id }) => id))
  const map = new Map<string, string[]>(graph.nodes.map(({ id }) => [id, []]))
  for (const { from, to } of graph.edges) if (ids.has(to)) map.get(from)?.push(to)
  return map
}

function reachableFrom(start: string, next: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const seen = new Set<string>()
  const open = [start]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    open.push(...(next.get(id) ?? []))
  }
  return seen
}

/** A cycle that nothing bounds, as the ids along it, begun and ended by the same one; conditional edges count like any other. */
function unboundedCycle(graph: Graph): readonly string[] | undefined {
  if (graph.maxIterations !== undefined) return undefined
  const bounded = new Set(graph.nodes.filter(({ maxIterations }) => maxIterations !== undefined).map(({ id }) => id))
  const free = graph.edges.filter(
    (edge) => edge.maxIterations === undefined && !bounded.has(edge.from) && !bounded.has(edge.to),
  )
  const next = successorsOf({ ...graph, edges: free })
  const done = new Set<string>()
  const trail = new Set<string>()
  const walk = (id: string): readonly string[] | undefined => {
    if (trail.has(id)) return [...[...trail].slice([...trail].indexOf(id)), id]
    if (done.has(id)) return undefined
    trail.add(id)
    for (const to of next.get(id) ?? []) {
      const cycle = walk(to)
      if (cycle) return cycle
    }
    trail.delete(id)
    done.add(id)
    return undefined
  }
  for (const { id } of graph.nodes) {
    const cycle = walk(id)
    if (cycle) return cycle
  }
  return undefined
}

/** Checks that the entry exists, that every node can be reached from it, and that every cycle is bounded. */
export function graphProblems(graph: Graph): readonly GraphProblem[] {
  const problems: GraphProblem[] = []
  if (!graph.nodes.some(({ id }) => id === graph.entry)) {
    problems.push({ at: 'entry_point', message: `The entry point "${graph.entry}" is no node of the graph.` })
  } else {
    const reached = reachableFrom(graph.entry, successorsOf(graph))
    for (const { id } of graph.nodes) {
      if (!reached.has(id))
        problems.push({
          at: { node: id },
          message: `The node "${id}" cannot be reached from the entry point "${graph.entry}".`,
        })
    }
  }
  const cycle = unboundedCycle(graph)
  if (cycle) {
    problems.push({
      at: { node: cycle[0] ?? graph.entry },
      message: `The cycle ${cycle.join(' → ')} has no bound; give max_iterations to the graph, to a node or to an edge of it.`,
    })
  }
  return problems
}

/** A loop of routes that include each other, as the ids along it. */
export function inclusionLoop(graphs: readonly Graph[]): readonly string[] | undefined {
  const nodes = graphs.map(({ id }) => ({ id, type: 'agent' as const, target: id }))
  const edges = graphs.flatMap(({ id, nodes: inner }) =>
    inner.filter(({ type }) => type === 'subgraph').map(({ target }) => ({ from: id, to: target })),
  )
  return unboundedCycle({ id: '', entry: '', nodes, edges, checkpointing: false, parallel: false })
}
