export type PathFilter = (path: string) => boolean

/**
 * Reads globs separated by commas or line breaks: `*` and `?` within a segment, `**` over segments, `[…]`, `{a,b}`; a `!`
 * in front excludes. A name without wildcards means that file, or everything in that folder.
 */
export function parseGlobs(text: string): { readonly filter: PathFilter } | { readonly fault: string } {
  const globs = splitGlobs(text)
  const included: RegExp[] = []
  const excluded: RegExp[] = []
  for (const glob of globs) {
    const bare = glob.replace(/^!/, '').replace(/^\.?\//, '')
    const compiled = bare === '' || bare === '.' ? /^/ : compile(bare)
    if (compiled === null) return { fault: `\`${glob}\` is not a glob: a bracket or brace in it is not closed` }
    if (glob.startsWith('!')) excluded.push(compiled)
    else included.push(compiled)
  }
  const filter = (path: string) =>
    (included.length === 0 || included.some((one) => one.test(path))) && !excluded.some((one) => one.test(path))
  return { filter }
}

function splitGlobs(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const character of text) {
    if (character === '{') depth += 1
    if (character === '}') depth -= 1
    if (character === '\n' || (character === ',' && depth <= 0)) {
      parts.push(part)
      part = ''
    } else part += character
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== '')
}

const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

function compile(glob: string): RegExp | null {
  const tokens = /\*\*\/|\/\*\*$|\*\*|\*|\?|\[([^\]]+)\]|[[\]{},]|[^*?[\]{},/]+|\//g
  let depth = 0
  let source = ''
  for (const [token, set] of glob.replace(/\/$/, '').matchAll(tokens)) {
    if (token === '**/') source += '(?:.*/)?'
    else if (token === '/**') source += '/.*'
    else if (token === '**') source += '.*'
    else if (token === '*') source += '[^/]*'
    else if (token === '?') source += '[^/]'
    else if (set !== undefined) source += `[${set.replace(/^!/, '^').replace(/[\\[]/g, '\\$&')}]`
    else if (token === '{') {
      depth += 1
      source += '(?:'
    } else if (token === '}') {
      depth -= 1
      source += ')'
    } else if (token === ',' && depth > 0) source += '|'
    else if (token === '[' || token === ']') return null
    else source += escape(token)
    if (depth < 0) return null
  }
  if (depth !== 0) return null
  try {
    return new RegExp(`^(?:${source})(?:/.*)?$`, 's')
  } catch {
    // A set such as `[z-a]`, which no file name can match.
    return null
  }
}

/** A filter for several globs, each as `parseGlobs` reads it; one that is no glob matches that very name. */
export function readGlobs(globs: readonly string[]): PathFilter {
  const filters = globs.map((glob) => {
    const read = parseGlobs(glob)
    return 'filter' in read ? read.filter : (path: string) => path === glob
  })
  return (path) => filters.some((filter) => filter(path))
}

/** The first text among them that is no glob, with the reason; null where all are. */
export function globFault(globs: readonly string[]): string | null {
  for (const glob of globs) {
    if (glob.trim() === '') return 'an empty text is no glob'
    const read = parseGlobs(glob)
    if ('fault' in read) return read.fault
  }
  return null
}
