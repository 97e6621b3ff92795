/** A resource of a plan: where it is registered, and where the plan's copy of it lies. */
export type Place = {
  readonly resourceId: string
  readonly name: string
  readonly sourcePath: string
  /** The plan's copy; the source itself after Apply, and where the plan only reads. */
  readonly root: string
}

export type Placed = {
  readonly command: string | readonly string[]
  readonly place: Place
  /** What was put in the place of what; empty where nothing was. */
  readonly note: string
}

const escape = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** A registered path as a text names it: whole, or with something below it, never a longer name that begins alike. */
const named = (path: string) => new RegExp(String.raw`(?<![\w./-])${escape(path)}(?=$|[/\s"';&|)\\:,])`, 'g')

/**
 * Makes a command that names a registered resource's path run on the plan's copy of that resource, so that it does not
 * test the untouched source (domain section 7). The first resource named is where it runs.
 */
export function placeCommand(command: string | readonly string[], places: readonly Place[], home: Place): Placed {
  const ordered = places.toSorted((a, b) => b.sourcePath.length - a.sourcePath.length)
  const text = typeof command === 'string' ? command : command.join('\n')
  const found = ordered.filter(({ sourcePath }) => named(sourcePath).test(text))
  const rewritten = (part: string) =>
    found.reduce((left, { sourcePath, root }) => left.replaceAll(named(sourcePath), () => root), part)
  const moved = found.filter(({ sourcePath, root }) => sourcePath !== root)
  const first = found.toSorted((a, b) => text.search(named(a.sourcePath)) - text.search(named(b.sourcePath)))[0]
  return {
    command: typeof command === 'string' ? rewritten(command) : command.map(rewritten),
    place: first ?? home,
    note: moved.map(({ name, sourcePath }) => `Ran on the plan's copy of ${name} in place of ${sourcePath}.`).join(' '),
  }
}
