/**
 * Brings a path inside a resource to its plain form (`''` is the resource itself); undefined where it is absolute,
 * climbs out, or enters git's own folder, whose files may hold credentials.
 */
export function plainRelative(path: string): string | undefined {
  if (path.includes('\0') || /^[/\\]|^[A-Za-z]:/.test(path)) return undefined
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
  // Where `\` parts segments too, it must not hide one; elsewhere it is a character of a name.
  const pieces = segments.flatMap((segment) => segment.split('\\'))
  if (pieces.some((piece) => piece === '..' || isGitFolderName(piece))) return undefined
  return segments.join('/')
}

/** Whether some file system would take this name for `.git`. */
export function isGitFolderName(name: string): boolean {
  return /^(\.git|git~1)$/i.test(name.replace(/[ .]+$/, ''))
}
