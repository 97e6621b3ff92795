/** A resource as far as paths are concerned. */
export type Addressed = {
  readonly resourceId: string
  readonly name: string
  readonly writable: boolean
  readonly repoRoot: string
  readonly subdir: string
  readonly root: string | null
}

export type Address<R extends Addressed = Addressed> = {
  readonly resource: R
  /** Relative to the resource, `/` between segments, '' for the resource itself. */
  readonly path: string
  /** Set where the path may as well mean the writable resource, and does if that holds its first segment. */
  readonly rather?: { readonly resource: R; readonly path: string }
}

export type Located<R extends Addressed> = { readonly found: Address<R> } | { readonly refused: string }

/** The resource that plain paths mean: the only writable one, or the only one; null where each must be named. */
export function plainResource<R extends Addressed>(resources: readonly R[]): R | null {
  const writable = resources.filter((resource) => resource.writable)
  if (writable.length === 1) return writable[0]!
  return resources.length === 1 ? resources[0]! : null
}

/** How a path is written for the model: plain where that is unambiguous, else with the resource's name. */
export function displayPath<R extends Addressed>(resources: readonly R[], resource: R, path: string): string {
  if (plainResource(resources)?.resourceId === resource.resourceId) return path === '' ? '.' : path
  return path === '' ? resource.name : `${resource.name}/${path}`
}

/** Finds what a path given by an actor means, by its text alone; whether it may be touched on disk is checked there. */
export function locate<R extends Addressed>(given: string, resources: readonly R[]): Located<R> {
  if (given.includes('\0')) return { refused: 'the path holds a NUL character' }
  const text = given.trim() === '' ? '.' : given
  if (text.startsWith('/')) return locateAbsolute(text, resources)
  const path = normalise(text)
  if (path === null) return { refused: `\`${given}\` leads out of the resource` }
  const plain = plainResource(resources)
  const named = byName(path, resources, plain)
  const found = named ?? (plain && { resource: plain, path })
  if (!found) {
    const names = resources.map((resource) => `${resource.name}/`).join(', ')
    return { refused: `\`${given}\` does not say which resource it is in: begin it with one of ${names}` }
  }
  return checked(found)
}

/** Finds a path in a given resource, where no name of a resource is looked for in it. */
export function locateWithin<R extends Addressed>(resource: R, given: string): Located<R> {
  const path = given.includes('\0') || given.startsWith('/') ? null : normalise(given)
  return path === null ? { refused: `\`${given}\` is not a path in ${resource.name}` } : checked({ resource, path })
}

function checked<R extends Addressed>(found: Address<R>): Located<R> {
  const entry = reservedSegment(found.path)
  return entry === null ? { found } : { refused: `\`${entry}\` belongs to git and is closed to actors` }
}

function locateAbsolute<R extends Addressed>(given: string, resources: readonly R[]): Located<R> {
  const path = normalise(given.slice(1))
  for (const resource of resources) {
    const below = path !== null && pathBelow(`/${path}`, resource.root ?? joined(resource.repoRoot, resource.subdir))
    if (typeof below === 'string') return checked({ resource, path: below })
  }
  return { refused: `\`${given}\` lies outside the plan's sandbox: use a path relative to the resource` }
}

/** The path of `path` below `folder`, by segment; null where it is not below. */
function pathBelow(path: string, folder: string): string | null {
  const base = folder.replace(/\/+$/, '')
  if (path === base) return ''
  return path.startsWith(`${base}/`) ? path.slice(base.length + 1) : null
}

/** True where a path is a folder or lies below it, compared by segment. */
export const isWithin = (path: string, folder: string): boolean => pathBelow(path, folder) !== null

const joined = (folder: string, sub: string): string => (sub === '' ? folder : `${folder.replace(/\/+$/, '')}/${sub}`)

/** Resolves `.` and `..` by text; null where the path would leave its start. */
function normalise(path: string): string | null {
  const kept: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') kept.push(segment)
    else if (kept.pop() === undefined) return null
  }
  return kept.join('/')
}

function byName<R extends Addressed>(path: string, resources: readonly R[], plain: R | null): Address<R> | null {
  const whole = longestFirst(resources).find((resource) => startsWithName(path, resource.name))
  if (whole) return { resource: whole, path: path.slice(whole.name.length + 1) }
  const short = resources.filter((resource) => resource !== plain && startsWithName(path, shortName(resource.name)))
  if (short.length !== 1) return null
  const resource = short[0]!
  const rest = path.slice(shortName(resource.name).length + 1)
  return { resource, path: rest, ...(plain && { rather: { resource: plain, path } }) }
}

const shortName = (name: string): string => name.slice(name.indexOf('/') + 1)

const longestFirst = <R extends Addressed>(resources: readonly R[]): R[] =>
  [...resources].sort((a, b) => b.name.length - a.name.length)

function startsWithName(path: string, name: string): boolean {
  const start = path.slice(0, name.length).toLowerCase()
  return start === name.toLowerCase() && (path.length === name.length || path[name.length] === '/')
}

// Characters that HFS+ leaves out of names, so that `.g\u200cit` would open `.git`.
const ignored = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

/** The first segment that a file system may take for git's own folder; null where there is none. */
export function reservedSegment(path: string): string | null {
  for (const segment of path.split(/[/\\]/)) {
    const plain = segment
      .replace(ignored, '')
      .normalize('NFKC')
      .toLowerCase()
      .replace(/:.*$/s, '')
      .replace(/[. ]+$/, '')
    if (plain === '.git' || /^git~\d+$/.test(plain)) return segment
  }
  return null
}
