/** Something that code outside of its file can name. */
export type PublicName = {
  readonly name: string
  /** Everything of its declaration that a caller has to fit, on one line. */
  readonly signature: string
}

export type NameChanges = {
  readonly added: readonly PublicName[]
  readonly removed: readonly PublicName[]
  readonly changed: readonly { readonly name: string; readonly before: string; readonly after: string }[]
}

const bySignatures = (names: readonly PublicName[]): ReadonlyMap<string, readonly string[]> => {
  const map = new Map<string, string[]>()
  for (const { name, signature } of names) map.set(name, [...(map.get(name) ?? []), signature])
  return map
}

/** What became of a file's public names; overloads of one name are compared together. */
export function compareNames(before: readonly PublicName[], after: readonly PublicName[]): NameChanges {
  const was = bySignatures(before)
  const is = bySignatures(after)
  const one = (name: string, signatures: readonly string[]): PublicName => ({ name, signature: signatures.join(' | ') })
  const changed = [...was].flatMap(([name, signatures]) => {
    const now = is.get(name)
    if (now === undefined || now.join('\n') === signatures.join('\n')) return []
    return [{ name, before: signatures.join(' | '), after: now.join(' | ') }]
  })
  return {
    added: [...is].filter(([name]) => !was.has(name)).map(([name, signatures]) => one(name, signatures)),
    removed: [...was].filter(([name]) => !is.has(name)).map(([name, signatures]) => one(name, signatures)),
    changed,
  }
}
