/** Something in a folder that a plan neither sees nor changes. */
export type LeftOut = {
  readonly path: string
  readonly why: 'git' | 'node_modules' | 'large' | 'special' | 'unreadable' | 'name'
  readonly bytes: number
}

/** Whether a name stands for what is never copied into a sandbox of a folder nor written back from one. */
export function excludedName(name: string): 'git' | 'node_modules' | null {
  // However it is written: git and file systems that ignore case take all of them for the same.
  if (name.toLowerCase() === '.git') return 'git'
  return name === 'node_modules' ? 'node_modules' : null
}

export const isExcluded = (path: string): boolean => path.split('/').some((segment) => excludedName(segment) !== null)

export function sizeText(bytes: number): string {
  const [unit, size] = bytes >= 1 << 30 ? ['GB', 1 << 30] : bytes >= 1 << 20 ? ['MB', 1 << 20] : ['kB', 1 << 10]
  return `${(bytes / size).toFixed(1)} ${unit}`
}

function reasonOf({ why, bytes }: LeftOut): string {
  switch (why) {
    case 'git':
      return "git's own folder"
    case 'node_modules':
      return 'installed packages'
    case 'large':
      return sizeText(bytes)
    case 'special':
      return 'not a file'
    case 'unreadable':
      return 'cannot be read'
    case 'name':
      return 'a name that is not text'
  }
}

/** One line for what was left out. */
export const describeLeftOut = (one: LeftOut): string => `${one.path} (${reasonOf(one)})`
