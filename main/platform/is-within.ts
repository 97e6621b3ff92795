import { isAbsolute, relative, sep } from 'node:path'

/** Whether a path equals a folder or lies below it, compared by segment. Both are absolute with every link resolved. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
