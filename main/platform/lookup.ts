import { matchId } from '@shared/model/id'
import { isNameProblem, nameKey, parseName, reservedNamespaceProblem } from '@shared/model/name'
import { conflict, invalid, missing } from '@shared/model/refusal'

/** Something that a person can ask for by name or by id. */
export type Named = { readonly id: string; readonly name: string }

/**
 * Completes the name of a new entity with its namespace; refuses malformed names and reserved namespaces.
 * `what` begins the codes, as in `resource.name_malformed`; `providers` are the names of the providers that were added.
 */
export function nameForNew(what: string, text: string, providers: readonly string[]): string {
  const parsed = parseName(text)
  if (isNameProblem(parsed))
    throw invalid(`${what}.name_malformed`, parsed.problem, { hint: parsed.hint, details: { name: text } })
  const reserved = reservedNamespaceProblem(parsed.namespace, providers)
  if (reserved) {
    throw invalid(`${what}.namespace_reserved`, reserved.problem, {
      hint: reserved.hint,
      details: { name: parsed.full },
    })
  }
  return parsed.full
}

/** Finds what a name, an id or a unique piece of an id stands for; a name wins. Undefined where nothing fits. */
export function findNamed<T extends Named>(what: string, query: string, items: readonly T[]): T | undefined {
  const parsed = parseName(query)
  if (!isNameProblem(parsed)) {
    const key = nameKey(parsed.full)
    const named = items.find((item) => nameKey(item.name) === key)
    if (named) return named
  }
  const ids = items.map((item) => item.id)
  const match = matchId(query, ids)
  if (match.kind === 'ambiguous') {
    const candidates = items.filter((item) => match.candidates.includes(item.id)).map(({ id, name }) => ({ id, name }))
    throw conflict(`${what}.id_ambiguous`, `"${query}" fits ${candidates.length} ids of a ${what}.`, {
      hint: `Write more of the id, or the name: ${candidates.map((candidate) => candidate.name).join(', ')}.`,
      details: { candidates },
    })
  }
  return match.kind === 'one' ? items.find((item) => item.id === match.id) : undefined
}

/** The refusal where a name or id stands for nothing; `items` are what there is. */
export function notFound(what: string, query: string, items: readonly Named[]) {
  const some = items.slice(0, 5).map((item) => item.name)
  const hint =
    some.length === 0 ? `There is no ${what} yet.` : `There is ${some.join(', ')}${items.length > 5 ? ', …' : ''}.`
  return missing(`${what}.not_found`, `There is no ${what} "${query}".`, { hint, details: { query } })
}
