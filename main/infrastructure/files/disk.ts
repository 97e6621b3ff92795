import { createHash } from 'node:crypto'
import { constants, createReadStream, type Dirent } from 'node:fs'
import { access, lstat, opendir, readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Disk, DiskEntry, EntryKind, FolderState, WalkStep } from '../../resources/ports'
import { containing, openInside, refusedOf, resolveInside } from './contained'

const shownOfHook = 64 * 1024

/** A refused read counts as the given answer; anything else that fails is thrown. */
async function orElse<T, U>(read: Promise<T>, answer: U): Promise<T | U> {
  try {
    return await read
  } catch (error) {
    if (refusedOf(error) === undefined) throw error
    return answer
  }
}

const isAllowed = (path: string, mode: number) =>
  orElse(
    access(path, mode).then(() => true),
    false,
  )
const exists = (path: string) =>
  orElse(
    lstat(path).then(() => true),
    false,
  )

/** Opens a folder and looks inside; asks by doing, because access(2) answers for the real and not the effective user. */
async function enter(folder: string): Promise<true> {
  const opened = await opendir(folder)
  await opened.close()
  await stat(join(folder, '.'))
  return true
}

async function stateOf(path: string): Promise<FolderState> {
  try {
    const canonical = await realpath(path)
    if (!(await stat(canonical)).isDirectory()) return { state: 'not_a_folder' }
    await enter(canonical)
    return { state: 'folder', canonical, writable: await isAllowed(canonical, constants.W_OK) }
  } catch (error) {
    const refused = refusedOf(error)
    if (refused === undefined) throw error
    return { state: refused === 'denied' ? 'denied' : 'missing' }
  }
}

function kindOf(entry: Pick<Dirent, 'isDirectory' | 'isFile' | 'isSymbolicLink'>): EntryKind {
  if (entry.isSymbolicLink()) return 'link'
  if (entry.isDirectory()) return 'directory'
  return entry.isFile() ? 'file' : 'other'
}

async function entryAt(path: string, name: string): Promise<DiskEntry | undefined> {
  const found = await orElse(lstat(path), undefined)
  if (!found) return undefined
  const kind = kindOf(found)
  if (kind === 'directory' && (await exists(join(path, '.git')))) return { name, kind: 'submodule', size: null }
  return { name, kind, size: kind === 'file' ? found.size : null }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

async function executables(folder: string) {
  const names = await orElse(readdir(folder), [])
  const found = names
    .sort((a, b) => (a < b ? -1 : 1))
    .map(async (name) => {
      const path = join(folder, name)
      const target = await orElse(stat(path), undefined)
      if (!target?.isFile() || (target.mode & 0o111) === 0) return []
      const stream = createReadStream(path, { end: shownOfHook - 1 })
      const chunks = await orElse(stream.toArray() as Promise<Buffer[]>, undefined)
      if (!chunks) return [{ name, text: '(cannot be read)', hash: 'unreadable' }]
      const text = Buffer.concat(chunks).toString('utf8')
      return [{ name, text: target.size > shownOfHook ? `${text}\n…` : text, hash: await hashOf(path) }]
    })
  return (await Promise.all(found)).flat()
}

async function* walk(root: string, options: Parameters<Disk['walk']>[1]): AsyncGenerator<WalkStep> {
  const from = await resolveInside(root, options.from ?? '')
  const waiting = from.ok ? [options.from ?? ''] : []
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    options.signal?.throwIfAborted()
    const found = await orElse(readdir(join(root, folder), { withFileTypes: true }), undefined)
    const kept = (found ?? []).filter((entry) => !options.skip.has(entry.name))
    const entries = kept.map((entry) => ({ name: entry.name, kind: kindOf(entry) }))
    const below = entries.filter((entry) => entry.kind === 'directory')
    waiting.push(...below.map((entry) => (folder === '' ? entry.name : `${folder}/${entry.name}`)))
    yield { folder, entries, readable: found !== undefined }
  }
}

async function subFolders(path: string) {
  const entries = await readdir(path, { withFileTypes: true })
  const found = entries
    .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || entry.isSymbolicLink()))
    .map(async ({ name }) => {
      const full = join(path, name)
      const isFolder = await orElse(
        stat(full).then((target) => target.isDirectory()),
        false,
      )
      if (!isFolder || !(await orElse(enter(full), false))) return []
      return [{ name, path: full, isCheckout: await exists(join(full, '.git')) }]
    })
  return (await Promise.all(found)).flat().sort((a, b) => a.name.localeCompare(b.name))
}

/** The machine's file system, for reading. */
export function createDisk(): Disk {
  return {
    stateOf,
    exists,
    executables,
    walk,
    subFolders,
    async isOwn(path) {
      const found = await orElse(lstat(path), undefined)
      return !found || process.geteuid === undefined || found.uid === process.geteuid()
    },
    list: (root, relative) =>
      containing(async () => {
        const resolved = await resolveInside(root, relative)
        if (!resolved.ok) return resolved
        if (!(await lstat(resolved.value)).isDirectory()) return { ok: false, refused: 'wrong_kind' }
        const names = (await readdir(resolved.value)).filter((name) => name.toLowerCase() !== '.git')
        const entries = await Promise.all(names.map((name) => entryAt(join(resolved.value, name), name)))
        return { ok: true, value: entries.filter((entry) => entry !== undefined) }
      }),
    async entry(root, relative) {
      const resolvedParent = await resolveInside(root, relative.split('/').slice(0, -1).join('/'))
      const name = relative.split('/').at(-1) ?? ''
      return resolvedParent.ok ? entryAt(join(resolvedParent.value, name), name) : undefined
    },
    async read(root, relative, limit) {
      const opened = await openInside(root, relative)
      if (!opened.ok) return opened
      const handle = opened.value
      try {
        const { size } = await handle.stat()
        const bytes = Buffer.alloc(Math.min(limit, size))
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0)
        return { ok: true, value: { bytes: bytes.subarray(0, bytesRead), size } }
      } finally {
        await handle.close()
      }
    },
  }
}
