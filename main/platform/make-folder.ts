const { dirname } = process.getBuiltinModule('node:path')
const { mkdirSync, statSync } = process.getBuiltinModule('node:fs')

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/**
 * Makes a folder for its owner alone, and the folders above it that are missing. Node's own recursion never ends where a
 * folder exists in which nothing can be made because the system answers that it does not exist, as in `/proc`.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const parent = dirname(path)
    if (code === 'ENOENT' && parent !== path && !isFolder(parent)) {
      makeFolder(parent)
      makeFolder(path)
    } else if (code === 'ENOTDIR' || !isFolder(path)) throw error
  }
}
