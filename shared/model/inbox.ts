/** The most items of the inbox that are listed at once. */
export const inboxLimit = 1000

type Looked = { readonly id: string; readonly since: number }

/** What a look at the newest of a list saw: which items, and since when the oldest of them stood where it was not all. */
export type Look = { readonly ids: ReadonlySet<string>; readonly floor: number }

export function lookAt(items: readonly Looked[], total: number): Look {
  const floor = items.length < total ? Math.min(...items.map((item) => item.since)) : Number.NEGATIVE_INFINITY
  return { ids: new Set(items.map((item) => item.id)), floor }
}

/** The items that came since a look; one that only moved up behind those answered meanwhile is none of them. */
export function freshItems<T extends Looked>(before: Look, items: readonly T[]): readonly T[] {
  return items.filter((item) => !before.ids.has(item.id) && item.since > before.floor)
}
