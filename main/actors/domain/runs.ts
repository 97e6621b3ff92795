import type { ActorDefinition, ActorPart, Graph, LlmSettings, Runs } from './actor-definition'

type What = {
  readonly type: ActorDefinition['type']
  readonly parts: readonly ActorPart[]
  readonly graphs: readonly Graph[]
  readonly chosen: string | undefined
}

function asLlm(part: ActorPart | undefined): Runs {
  if (part?.type !== 'llm') return { kind: 'not_yet', reason: 'Actors of type tool cannot run on their own yet.' }
  const { id: _id, type: _type, ...settings } = part
  return { kind: 'llm', settings: settings satisfies LlmSettings }
}

function asGraph(graph: Graph, parts: readonly ActorPart[]): Runs {
  const [only] = graph.nodes
  if (!only || graph.nodes.length > 1)
    return {
      kind: 'not_yet',
      reason: `Graphs of several nodes cannot run yet; "${graph.id}" has ${graph.nodes.length}.`,
    }
  const part = parts.find(({ id }) => id === only.target)
  if (only.type !== 'agent' || part?.type !== 'llm')
    return {
      kind: 'not_yet',
      reason: `A graph whose only node is no model of the same file cannot run yet; "${only.id}" is ${only.type} ${only.target}.`,
    }
  return asLlm(part)
}

/** What runs of an actor: a single model, also as the only node of a graph; everything else loads and waits. */
export function runsOf({ parts, graphs, chosen }: What): Runs {
  const route = graphs.find(({ id }) => id === chosen) ?? graphs[0]
  if (route) return asGraph(route, parts)
  return asLlm(parts.find(({ id }) => id === chosen) ?? parts[0])
}
