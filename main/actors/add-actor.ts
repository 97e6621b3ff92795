import { conflict, invalid } from '@shared/model/refusal'
import type { Diagnostic } from '@shared/model/source-tree'
import type { Actor } from './domain/actor'
import { parseActor } from './parse-actor'
import type { ActorDeps } from './ports'

/** A fault as it crosses to a front. */
export function diagnosticView({ span, ...rest }: Diagnostic) {
  return { ...rest, line: span.line, column: span.column, end_line: span.endLine, end_column: span.endColumn }
}

function refuseFaults(diagnostics: readonly Diagnostic[]): never {
  const [first] = diagnostics
  const place = first === undefined ? '' : ` Line ${first.span.line}, column ${first.span.column}: ${first.message}`
  const count = diagnostics.length === 1 ? 'a fault' : `${diagnostics.length} faults`
  throw invalid('actor.invalid', `The actor has ${count}; nothing was stored.${place}`, {
    hint: 'Correct what is listed, then add the actor again.',
    details: { diagnostics: diagnostics.map(diagnosticView) },
  })
}

/** Stores an actor from its YAML. One that exists is a conflict unless it is to be replaced. Needs no key and no model. */
export function addActor(deps: ActorDeps, input: { readonly source: string; readonly replace?: boolean }): Actor {
  const providers = deps.providers.list().map(({ name }) => name)
  const { definition, diagnostics } = parseActor(input.source, { env: deps.env(), providers })
  if (!definition) refuseFaults(diagnostics)
  const before = deps.actors.byName(definition.name)
  if (before && !input.replace) {
    throw conflict('actor.exists', `The actor ${before.name} exists already; it was left as it is.`, {
      hint: 'Replace it, or choose another name.',
      details: { actor_id: before.id, name: before.name },
    })
  }
  const now = deps.clock()
  const { name } = definition
  const { id, createdAt } = before ?? { id: deps.newId(), createdAt: now }
  const actor: Actor = { id, name, definition, source: input.source, createdAt, updatedAt: now }
  deps.actors.put(actor)
  deps.changed(id)
  return actor
}
