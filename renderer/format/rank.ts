export type Rankable = { readonly id: string; readonly label: string; readonly keywords?: string }

/** How well `query` matches: 0 for not at all; whole beginnings before word beginnings before scattered letters. */
export function score(query: string, label: string, keywords = ''): number {
  const wanted = query.trim().toLowerCase()
  const text = label.toLowerCase()
  if (wanted === '') return 1
  if (text === wanted) return 1000
  if (text.startsWith(wanted)) return 800 - text.length
  const at = text.indexOf(wanted)
  if (at > 0) return (/[\s/._-]/.test(text[at - 1] ?? '') ? 600 : 400) - text.length / 4
  const scattered = scatteredScore(wanted, text)
  if (scattered > 0) return scattered
  return keywords.toLowerCase().includes(wanted) ? 100 : 0
}

function scatteredScore(wanted: string, text: string): number {
  let from = 0
  let points = 0
  for (const letter of wanted.replaceAll(' ', '')) {
    const at = text.indexOf(letter, from)
    if (at < 0) return 0
    const startsWord = at === 0 || /[\s/._-]/.test(text[at - 1] ?? '')
    if (startsWord) points += 12
    else if (at === from && from > 0) points += 6
    else points += 1
    from = at + 1
  }
  // Letters strewn thinly over a long text are no match that a person meant.
  return points / wanted.length >= 3 ? 200 + points : 0
}

/** The best `limit` matches; without a query, the recently used first. */
export function rank<T extends Rankable>(
  items: readonly T[],
  query: string,
  recent: readonly string[],
  limit = 60,
): T[] {
  const place = new Map(recent.map((id, index) => [id, recent.length - index]))
  return items
    .map((item, index) => {
      const points = score(query, item.label, item.keywords)
      const boost = points > 0 ? (place.get(item.id) ?? 0) * 15 : 0
      return { item, index, points: points + boost }
    })
    .filter((entry) => entry.points > 0)
    .sort((one, other) => other.points - one.points || one.index - other.index)
    .slice(0, limit)
    .map((entry) => entry.item)
}
