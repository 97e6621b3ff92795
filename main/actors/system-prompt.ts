import type { ResolvedActor } from './domain/resolved-actor'
import { renderTemplate } from './template/render-template'

/**
 * An actor's own system prompt, empty where it has none. The values are found by name and under `context`, above the
 * actor's global context.
 */
export function systemPromptOf(
  actor: Extract<ResolvedActor, { kind: 'llm' }>,
  values: Readonly<Record<string, unknown>>,
): string {
  if (actor.systemPromptTemplate === undefined) return ''
  const all = { ...actor.globalContext, ...values }
  return renderTemplate(actor.systemPromptTemplate, { ...all, context: all })
}
