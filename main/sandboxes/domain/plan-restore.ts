/** What stands at a path in a tree: mode and object, as one text; absent where the tree does not hold the path. */
export type Entries = ReadonlyMap<string, string>

export type RestorePlan = {
  /** Paths that get the content they had. */
  readonly restored: readonly string[]
  /** Paths that were added since, and go. */
  readonly removed: readonly string[]
  /** Changed by the plan, and by somebody else too. */
  readonly conflicts: readonly string[]
  /** Changed by somebody else alone: they stay as they are. */
  readonly kept: readonly string[]
}

/** Sorts what lies between the present state and a target by who has changed it since: the plan, others, or both. */
export function planRestore(
  present: Entries,
  target: Entries,
  since: { readonly plan: ReadonlySet<string>; readonly others: ReadonlySet<string> },
): RestorePlan {
  const restored: string[] = []
  const removed: string[] = []
  const conflicts: string[] = []
  const kept: string[] = []
  for (const path of [...new Set([...present.keys(), ...target.keys()])].sort()) {
    const wanted = target.get(path)
    if (present.get(path) === wanted) continue
    if (since.others.has(path)) (since.plan.has(path) ? conflicts : kept).push(path)
    else (wanted === undefined ? removed : restored).push(path)
  }
  return { restored, removed, conflicts, kept }
}
