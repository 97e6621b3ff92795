const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i

/** The shortest piece of an id that is accepted in its place. */
export const shortestQuery = 6

/** Whether a text is a whole ULID, in either case. */
export function isUlid(text: string): boolean {
  return ulidPattern.test(text)
}

/** What a piece of an id stands for. */
export type IdMatch =
  | { readonly kind: 'one'; readonly id: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'too_short' }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly string[] }

/** Finds the id that a unique prefix or suffix of 6 or more characters names, without regard to case. */
export function matchId(query: string, ids: readonly string[]): IdMatch {
  const wanted = query.toUpperCase()
  const whole = ids.find((id) => id.toUpperCase() === wanted)
  if (whole !== undefined) return { kind: 'one', id: whole }
  if (wanted.length < shortestQuery) return { kind: 'too_short' }
  const candidates = ids.filter((id) => {
    const key = id.toUpperCase()
    return key.startsWith(wanted) || key.endsWith(wanted)
  })
  const [first] = candidates
  if (first === undefined) return { kind: 'none' }
  return candidates.length === 1 ? { kind: 'one', id: first } : { kind: 'ambiguous', candidates }
}

/** For each id its shortest prefix that no other id of the list begins with, at least `least` characters. */
export function shortestUnique(ids: readonly string[], least = 10): ReadonlyMap<string, string> {
  const sorted = [...new Set(ids)].sort()
  const shared = (a: string, b = ''): number => {
    const different = [...a].findIndex((character, index) => character !== b[index])
    return different < 0 ? a.length : different
  }
  return new Map(
    sorted.map((id, index) => {
      const common = Math.max(shared(id, sorted[index - 1]), shared(id, sorted[index + 1]))
      return [id, id.slice(0, Math.max(least, common + 1))]
    }),
  )
}
