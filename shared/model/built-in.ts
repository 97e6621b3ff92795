/** The actors of a plan or an action, by role; null where a role has none. */
type Actors = Readonly<Record<string, string | null>>

/** Whether an actor is one of those that ship and work without a model of their own. */
export const isBuiltIn = (actor: string): boolean => actor.toLowerCase().startsWith('builtin/')

/** Whether any of the actors is a model. */
export const hasModel = (actors: Actors): boolean =>
  Object.values(actors).some((actor) => actor !== null && !isBuiltIn(actor))

/** Whether a model judges rules in words: the one that is named for it, or the strategist's for the judge that ships. */
export function judgesWords(actors: Actors): boolean {
  const judge = actors['invariant'] ?? null
  if (judge === null) return false
  return !isBuiltIn(judge) || !isBuiltIn(actors['strategy'] ?? 'builtin/')
}
