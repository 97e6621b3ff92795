/** A fault of the file system that an actor can do something about; null for anything else. */
export function systemFault(error: unknown): string | null {
  // What git calls an end at its time limit; what was asked was too much, which an actor can change.
  if ((error as { timedOut?: unknown }).timedOut === true)
    return 'it took too long and was ended; ask for less, for example below one folder'
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EACCES':
    case 'EPERM':
      return 'the file system does not allow it'
    case 'ENAMETOOLONG':
      return 'the path is too long'
    case 'ENOSPC':
      return 'the disk is full; nothing was written'
    case 'EISDIR':
      return 'the path names a folder'
    case 'ENOTDIR':
      return 'a part of the path is a file, not a folder'
    case 'ENOENT':
      return 'the file is gone'
    case 'ELOOP':
      return 'the path runs through links that lead in a circle'
    default:
      return null
  }
}
