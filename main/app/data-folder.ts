import { chmodSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { failed, type Refusal } from '@shared/model/refusal'
import { makeFolder } from '../platform/make-folder'

/** The data folder and what stands in it. */
export type DataFolder = {
  readonly dir: string
  readonly database: string
  readonly logs: string
  readonly sandboxes: string
  readonly cache: string
  readonly backups: string
  /** What is not as it should be but does not keep the application from working. */
  readonly warnings: readonly string[]
}

const subfolders = ['logs', 'sandboxes', 'cache', 'backups'] as const
const elsewhere = 'Or point CLEVERAGENTS_HOME at another folder.'

/** What a fault of the file system means for the person whose data folder it is. */
export function folderRefusal(dir: string, error: unknown): Refusal {
  const reason = (error as NodeJS.ErrnoException).code ?? String(error)
  const refuse = (code: string, message: string, hint: string) =>
    failed(code, message, { hint: `${hint} ${elsewhere}`, details: { path: dir, reason } })
  switch (reason) {
    case 'EACCES':
    case 'EPERM':
      return refuse(
        'data_folder.no_permission',
        `The data folder ${dir} may not be written.`,
        'Give yourself the right to write it.',
      )
    case 'EROFS':
      return refuse(
        'data_folder.read_only',
        `The data folder ${dir} is on a file system that is read-only.`,
        'Mount it so that it can be written.',
      )
    case 'ENOSPC':
    case 'EDQUOT':
      return refuse(
        'data_folder.no_space',
        `There is no room left for the data folder ${dir}.`,
        'Free some space on its disk.',
      )
    case 'ENOENT':
      return refuse(
        'data_folder.cannot_be_made',
        `The data folder ${dir} cannot be made: the folder above it takes no folders, or a link leads nowhere.`,
        'Check the path.',
      )
    case 'ENOTDIR':
    case 'EEXIST':
      return refuse(
        'data_folder.not_a_folder',
        `A file stands where the data folder ${dir} should be.`,
        'Move that file away.',
      )
    default:
      return refuse(
        'data_folder.unusable',
        `The data folder ${dir} cannot be used (${reason}).`,
        'Check the path and its disk.',
      )
  }
}

/** Only the owner may look inside: tokens and what plans read stand there. */
function keepPrivate(dir: string): string | undefined {
  if (process.platform === 'win32' || (statSync(dir).mode & 0o077) === 0) return undefined
  try {
    chmodSync(dir, 0o700)
    return (statSync(dir).mode & 0o077) === 0
      ? undefined
      : `Others may look into the data folder ${dir}; its file system keeps no permissions.`
  } catch (error) {
    // A folder that belongs to somebody else works all the same, and is told of.
    return `Others may look into the data folder ${dir} (${(error as NodeJS.ErrnoException).code ?? String(error)}).`
  }
}

/** Writes a page and takes it away: a folder that exists may still be read-only or full. */
function probe(dir: string): void {
  const file = join(dir, `.probe-${process.pid}`)
  try {
    writeFileSync(file, Buffer.alloc(4096), { mode: 0o600 })
  } catch (error) {
    // A half-written probe must not stay; where it was never made there is nothing to take away.
    if (statSync(file, { throwIfNoEntry: false })) unlinkSync(file)
    throw error
  }
  unlinkSync(file)
}

/** Makes what is missing of the data folder and checks that it can be written; refuses with what is wrong. */
export function openDataFolder(path: string): DataFolder {
  const dir = resolve(path)
  try {
    makeFolder(dir)
    if (!statSync(dir).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' })
    for (const name of subfolders) makeFolder(join(dir, name))
    probe(dir)
    const warning = keepPrivate(dir)
    return {
      dir,
      database: join(dir, 'cleveragents.db'),
      logs: join(dir, 'logs'),
      sandboxes: join(dir, 'sandboxes'),
      cache: join(dir, 'cache'),
      backups: join(dir, 'backups'),
      warnings: warning === undefined ? [] : [warning],
    }
  } catch (error) {
    throw folderRefusal(dir, error)
  }
}
