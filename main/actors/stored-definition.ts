import * as z from 'zod'
import { nodeTypes } from './domain/actor-definition'
import type { ActorDefinition } from './domain/actor-definition'

const settings = {
  provider: z.string(),
  model: z.string(),
  temperature: z.number().optional(),
  maxOutputTokens: z.number().optional(),
  systemPrompt: z.string().optional(),
  maxHistory: z.number().optional(),
}
const part = z.discriminatedUnion('type', [
  z.object({ id: z.string(), type: z.literal('llm'), ...settings }),
  z.object({ id: z.string(), type: z.literal('tool'), tool: z.string() }),
])
const graph = z.object({
  id: z.string(),
  entry: z.string(),
  nodes: z.array(
    z.object({ id: z.string(), type: z.enum(nodeTypes), target: z.string(), maxIterations: z.number().optional() }),
  ),
  edges: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      condition: z.string().optional(),
      maxIterations: z.number().optional(),
    }),
  ),
  checkpointing: z.boolean(),
  parallel: z.boolean(),
  maxIterations: z.number().optional(),
})
const runs = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('llm'), settings: z.object(settings) }),
  z.object({ kind: z.literal('not_yet'), reason: z.string() }),
])
const stored = z.object({
  version: z.literal(1),
  definition: z.object({
    name: z.string(),
    description: z.string(),
    type: z.enum(['llm', 'graph', 'tool']),
    parts: z.array(part),
    graphs: z.array(graph),
    skills: z.array(z.string()),
    globalContext: z.record(z.string(), z.unknown()),
    runs,
  }),
})

export function writeDefinition(definition: ActorDefinition): string {
  return JSON.stringify({ version: 1, definition })
}

export function readDefinition(text: string): ActorDefinition {
  return stored.parse(JSON.parse(text)).definition
}
