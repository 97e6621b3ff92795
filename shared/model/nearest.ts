/** Edits (insert, delete, replace, swap neighbours) that turn one text into the other, without regard to case. */
export function editDistance(from: string, to: string): number {
  const a = from.toLowerCase()
  const b = to.toLowerCase()
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1)
      next.push(best)
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}

/** The known words that a mistyped one may have meant, nearest first; none where nothing is near. */
export function nearest(word: string, known: readonly string[], most = 3): readonly string[] {
  // A longer text is no mistyped word, and measuring it would take time in the square of its length.
  if (word.length > 100) return []
  const key = word.toLowerCase()
  const reach = (candidate: string) => Math.max(1, Math.floor(Math.max(word.length, candidate.length) / 3))
  return known
    .map((candidate) => {
      const lower = candidate.toLowerCase()
      const contains = key.length >= 3 && (lower.includes(key) || (lower.length >= 3 && key.includes(lower)))
      const distance = editDistance(key, lower)
      // The beginning of a longer word, mistyped: "defintion" for "definition_of_done".
      const begins = key.length >= 4 && editDistance(key, lower.slice(0, key.length)) <= key.length / 4
      return { candidate, distance, near: distance <= reach(candidate) || contains || begins }
    })
    .filter((entry) => entry.near)
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, most)
    .map((entry) => entry.candidate)
}
