import type { ModelRef } from './resolved-actor'
import type { ActorDefinition } from './actor-definition'

/** A stored actor. Times are milliseconds since the epoch. */
export type Actor = {
  readonly id: string
  readonly name: string
  readonly definition: ActorDefinition
  readonly source: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** Every model that an actor names, also those that do not run yet. */
export function modelsOf({ parts }: ActorDefinition): readonly ModelRef[] {
  return parts.flatMap((part) => (part.type === 'llm' ? [{ provider: part.provider, model: part.model }] : []))
}
