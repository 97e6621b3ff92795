function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const change = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}

/** The names most like the wanted one, nearest first; every name where there are no more than `limit`. */
export function nearNames(wanted: string, names: readonly string[], limit = 5): readonly string[] {
  const key = wanted.toLowerCase()
  const rank = (name: string) => {
    const other = name.toLowerCase()
    return other.includes(key) || key.includes(other) ? 0 : distance(key, other)
  }
  return names
    .map((name) => ({ name, rank: rank(name) }))
    .sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1))
    .slice(0, limit)
    .map(({ name }) => name)
}
