import { createHash } from 'node:crypto'
import { access, constants, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { excludedName, type LeftOut } from './domain/folder-content'

export type WalkLimits = {
  /** Bytes of the largest file that is taken; those in `known` are taken whatever their size. */
  readonly fileBytes: number
  readonly totalBytes: number
  readonly files: number
}

export type WalkedFolder = {
  /** Files and links with `/` between segments, sorted. */
  readonly files: readonly string[]
  readonly leftOut: readonly LeftOut[]
  readonly bytes: number
  /** Tells of any change of a covered file by name, mode, size and time. */
  readonly signature: string
  /** Set where a total was exceeded and the walk ended there: bytes by name in the top folder. */
  readonly exceeded: ReadonlyMap<string, number> | null
}

export const unlimited: WalkLimits = { fileBytes: Infinity, totalBytes: Infinity, files: Infinity }

type Found = { readonly path: string; readonly size: number; readonly line: string }
type Step = { readonly files: Found[]; readonly folders: string[]; readonly leftOut: LeftOut[] }

type Look = { readonly file: Found } | { readonly folder: string } | { readonly leftOut: LeftOut }

const goneOr =
  <T>(other: T) =>
  (error: NodeJS.ErrnoException): T | null => {
    // What goes while it is looked at was never there; what may not be read is told.
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    if (error.code === 'EACCES' || error.code === 'EPERM') return other
    throw error
  }

async function isReadable(path: string, mode: bigint): Promise<boolean> {
  if ((mode & 0o444n) === 0o444n) return true
  return access(path, constants.R_OK).then(
    () => true,
    () => false,
  )
}

async function look(top: string, path: string, fileBytes: number, known: ReadonlySet<string>): Promise<Look | null> {
  const left = (why: LeftOut['why'], bytes = 0): Look => ({ leftOut: { path, why, bytes } })
  const stat = await lstat(join(top, path), { bigint: true }).catch(goneOr('unreadable' as const))
  if (stat === null) return null
  if (stat === 'unreadable') return left('unreadable')
  if (stat.isDirectory()) return { folder: path }
  const size = Number(stat.size)
  if (!stat.isSymbolicLink()) {
    if (!stat.isFile()) return left('special')
    if (size > fileBytes && !known.has(path)) return left('large', size)
    if (!known.has(path) && !(await isReadable(join(top, path), stat.mode))) return left('unreadable', size)
  }
  return { file: { path, size, line: `${path}\0${stat.mode.toString(8)}:${stat.size}:${stat.mtimeNs}\n` } }
}

async function readFolder(top: string, folder: string, fileBytes: number, known: ReadonlySet<string>): Promise<Step> {
  const step: Step = { files: [], folders: [], leftOut: [] }
  const raw = await readdir(join(top, folder), { encoding: 'buffer' }).catch(goneOr('unreadable' as const))
  if (raw === 'unreadable') step.leftOut.push({ path: folder || '.', why: 'unreadable', bytes: 0 })
  const names: string[] = []
  for (const bytes of Array.isArray(raw) ? raw : []) {
    const name = bytes.toString('utf8')
    const path = folder === '' ? name : `${folder}/${name}`
    const excluded = excludedName(name)
    if (excluded !== null) step.leftOut.push({ path, why: excluded, bytes: 0 })
    else if (!Buffer.from(name).equals(bytes)) step.leftOut.push({ path, why: 'name', bytes: 0 })
    else names.push(path)
  }
  for (const found of await Promise.all(names.sort().map((path) => look(top, path, fileBytes, known)))) {
    if (found === null) continue
    if ('file' in found) step.files.push(found.file)
    else if ('folder' in found) step.folders.push(found.folder)
    else step.leftOut.push(found.leftOut)
  }
  return step
}

/** Reads what a folder holds, links not followed. git's own folders and installed packages are passed over at any depth. */
export async function walkFolder(
  top: string,
  limits: WalkLimits,
  known: ReadonlySet<string> = new Set(),
): Promise<WalkedFolder> {
  const files: string[] = []
  const leftOut: LeftOut[] = []
  const hash = createHash('sha256')
  const sizes = new Map<string, number>()
  let bytes = 0
  const waiting = ['']
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const step = await readFolder(top, folder, limits.fileBytes, known)
    leftOut.push(...step.leftOut)
    for (const { path, size, line } of step.files) {
      files.push(path)
      hash.update(line)
      bytes += size
      const first = path.split('/')[0] ?? path
      sizes.set(first, (sizes.get(first) ?? 0) + size)
    }
    waiting.push(...step.folders.toReversed())
    if (bytes > limits.totalBytes || files.length > limits.files)
      return { files, leftOut, bytes, signature: '', exceeded: sizes }
  }
  return { files: files.sort(), leftOut, bytes, signature: hash.digest('hex'), exceeded: null }
}
