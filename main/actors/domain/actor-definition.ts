/** A model with the settings that an actor asks it with. */
export type LlmSettings = {
  readonly provider: string
  readonly model: string
  readonly temperature?: number
  readonly maxOutputTokens?: number
  /** A template, see `renderTemplate`. */
  readonly systemPrompt?: string
  /** How many of the latest turns are sent; absent means all. */
  readonly maxHistory?: number
}

export type ActorPart =
  | ({ readonly id: string; readonly type: 'llm' } & LlmSettings)
  | { readonly id: string; readonly type: 'tool'; readonly tool: string }

export const nodeTypes = ['agent', 'tool', 'conditional', 'subgraph'] as const
export type NodeType = (typeof nodeTypes)[number]

/** A step of a graph. `target` is what it runs: a part's id or an actor's name, a tool, a condition, a route's id. */
export type GraphNode = {
  readonly id: string
  readonly type: NodeType
  readonly target: string
  readonly maxIterations?: number
}
export type GraphEdge = {
  readonly from: string
  readonly to: string
  readonly condition?: string
  readonly maxIterations?: number
}

export type Graph = {
  readonly id: string
  readonly entry: string
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  readonly checkpointing: boolean
  readonly parallel: boolean
  /** How often its cycles may be walked; absent means that nothing bounds them here. */
  readonly maxIterations?: number
}

/** What an actor does when it runs, or why it cannot yet. */
export type Runs =
  | { readonly kind: 'llm'; readonly settings: LlmSettings }
  | { readonly kind: 'not_yet'; readonly reason: string }

/** An actor as its text says it, whichever dialect it was written in. */
export type ActorDefinition = {
  readonly name: string
  readonly description: string
  readonly type: 'llm' | 'graph' | 'tool'
  readonly parts: readonly ActorPart[]
  readonly graphs: readonly Graph[]
  readonly skills: readonly string[]
  /** Values that its templates find under `context`. */
  readonly globalContext: Readonly<Record<string, unknown>>
  readonly runs: Runs
}
