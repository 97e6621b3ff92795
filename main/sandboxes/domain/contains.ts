/** Whether `child` is `parent` or lies below it, compared segment by segment. Both are absolute and normalised. */
export function contains(parent: string, child: string): boolean {
  const segments = (path: string) => path.split(/[/\\]/).filter((segment) => segment !== '')
  const above = segments(parent)
  const below = segments(child)
  return above.every((segment, at) => below[at] === segment)
}

/** Whether a path relative to a repository stays in it and out of git's own folder. */
export function isInside(path: string): boolean {
  if (path === '' || path.startsWith('/') || path.includes('\0')) return false
  return path
    .split('/')
    .every((segment) => segment !== '' && segment !== '.' && segment !== '..' && segment.toLowerCase() !== '.git')
}
