import { plural } from '@shared/model/plural'
import { editText } from './domain/edit-text'
import { sizeOf } from './domain/limits'
import { decodeText, encodeText, isWhollyCrlf } from './domain/text-file'
import type { Write } from './ports'
import type { Answer } from './read-tools'
import type { ToolResource } from './resource-files'
import { deleteSandboxFile, FileFault, moveSandboxFile, readSandboxFile, writeSandboxFile } from './sandbox-files'
import type { ArgumentsOf, WriteFilesArguments } from './tool-arguments'
import type { Target, ToolContext } from './tool-context'

export type Change = { readonly resourceId: string; readonly paths: readonly string[] | 'all' }
export type WriteAnswer = Answer & { readonly changed: readonly Change[] }

type Writable = { readonly resource: ToolResource & { readonly root: string }; readonly path: string }

function writable(c: ToolContext, at: Target): Writable {
  const { root } = at.resource
  if (!at.resource.writable || root === null)
    throw new FileFault('outside', `\`${c.show(at)}\` lies in ${at.resource.name}, which is linked read-only`)
  if (at.path === '') throw new FileFault('kind', 'the path names the resource itself, not a file in it')
  return { resource: { ...at.resource, root }, path: at.path }
}

const locateWritable = async (c: ToolContext, path: string): Promise<Writable> => writable(c, await c.locate(path))

/** Throws where these writes would pass a limit of the plan; counts them only once they are made. */
function checkLimits(c: ToolContext, writes: readonly Write[]): void {
  const large = writes.find((write) => write.bytes > c.limits.fileBytes)
  if (large)
    throw new FileFault(
      'large',
      `\`${large.path}\` would have ${sizeOf(large.bytes)}, more than the limit of ${sizeOf(c.limits.fileBytes)} a file`,
    )
  const totals = c.ledger.totalsWith(writes)
  if (totals.changes > c.limits.planChanges)
    throw new FileFault(
      'large',
      `the plan would change ${plural(totals.changes, 'file')}, more than its limit of ${c.limits.planChanges}; nothing was written`,
    )
  if (totals.bytes > c.limits.planBytes)
    throw new FileFault(
      'large',
      `the plan would write ${sizeOf(totals.bytes)}, more than its limit of ${sizeOf(c.limits.planBytes)}; nothing was written`,
    )
}

async function existing(at: Writable, most: number): Promise<Buffer | null> {
  try {
    return (await readSandboxFile(at.resource.root, at.path, most)).bytes
  } catch (error) {
    if (error instanceof FileFault && error.code === 'missing') return null
    throw error
  }
}

async function store(c: ToolContext, at: Writable, bytes: Uint8Array): Promise<{ path: string; created: boolean }> {
  const write = { resourceId: at.resource.resourceId, path: at.path, bytes: bytes.length }
  checkLimits(c, [write])
  const written = await writeSandboxFile(at.resource.root, at.path, bytes)
  c.ledger.record([{ ...write, path: written.path }])
  return written
}

const changeOf = (at: Writable, ...paths: string[]): Change => ({ resourceId: at.resource.resourceId, paths })

export async function writeFile(c: ToolContext, args: ArgumentsOf<'write_file'>): Promise<WriteAnswer> {
  const at = await locateWritable(c, args.path)
  const before = await existing(at, c.limits.fileBytes)
  const { bytes, note } = storedAs(before, args.content)
  const written = await store(c, at, bytes)
  const shown = c.show(at)
  const verb = written.created ? 'Created' : 'Overwrote'
  return {
    content: `${verb} ${shown} (${sizeOf(bytes.length)})${note}`,
    title: `${verb} ${shown}`,
    changed: [changeOf(at, written.path)],
  }
}

/** A whole file written anew keeps the line ends and the byte order mark that it had. */
function storedAs(before: Buffer | null, content: string): { bytes: Uint8Array; note: string } {
  const old = before && decodeText(before)
  const plain = content.replace(/^\uFEFF/, '')
  const crlf = old !== null && isWhollyCrlf(old.text) && !plain.includes('\r')
  const text = crlf ? plain.replace(/\n/g, '\r\n') : plain
  const mark = (old?.mark ?? false) || plain !== content
  return {
    bytes: encodeText({ text, encoding: 'utf8', mark }) ?? Buffer.from(text),
    note: crlf && text !== plain ? ', with its CRLF line ends kept' : '',
  }
}

export async function editFile(c: ToolContext, args: ArgumentsOf<'edit_file'>): Promise<WriteAnswer> {
  const at = await locateWritable(c, args.path)
  const { bytes } = await readSandboxFile(at.resource.root, at.path, c.limits.fileBytes)
  const file = decodeText(bytes)
  if (!file) throw new FileFault('kind', `\`${args.path}\` is a binary file`)
  const edit = editText(file.text, args.old, args.new, args.replace_all ?? false)
  if (!edit.done) throw new FileFault('missing', `${args.path}: ${edit.why}`)
  const after = encodeText({ ...file, text: edit.text })
  if (!after)
    throw new FileFault('kind', `\`${args.path}\` is not UTF-8, and \`new\` holds characters that its encoding has not`)
  const written = await store(c, at, after)
  const shown = c.show(at)
  const where = edit.count === 1 ? `at line ${edit.line}` : `in ${edit.count} places, the first at line ${edit.line}`
  return { content: `Edited ${shown} ${where}`, title: `Edited ${shown}`, changed: [changeOf(at, written.path)] }
}

export async function deleteFile(c: ToolContext, args: ArgumentsOf<'delete_file'>): Promise<WriteAnswer> {
  const at = await locateWritable(c, args.path)
  const write = { resourceId: at.resource.resourceId, path: at.path, bytes: 0 }
  checkLimits(c, [write])
  const { path } = await deleteSandboxFile(at.resource.root, at.path)
  c.ledger.record([{ ...write, path }])
  const title = `Deleted ${c.show(at)}`
  return { content: title, title, changed: [changeOf(at, path)] }
}

export async function moveFile(c: ToolContext, args: ArgumentsOf<'move_file'>): Promise<WriteAnswer> {
  const from = await locateWritable(c, args.from)
  const to = await locateWritable(c, args.to)
  if (from.resource.resourceId !== to.resource.resourceId)
    throw new FileFault('outside', 'a file is moved within one resource: write it in the other one and delete it here')
  const { resourceId, root } = from.resource
  // A folder's files are what changes; a file that does not exist is told by the move itself.
  const list = await c.filesOf(from.resource).list(from.path)
  const files = list.length > 0 ? list : [from.path]
  const moves = files.flatMap((path) => [path, to.path + path.slice(from.path.length)])
  const writes = moves.map((path) => ({ resourceId, path, bytes: 0 }))
  checkLimits(c, writes)
  const moved = await moveSandboxFile(root, from.path, to.path)
  c.ledger.record(writes)
  const title = `Moved ${c.show(from)} to ${c.show(to)}`
  return { content: title, title, changed: [changeOf(from, moved.from, moved.to)] }
}

/** Writes many files, for built-in actors: all are checked before the first is written. */
export async function writeFiles(c: ToolContext, args: WriteFilesArguments, signal: AbortSignal): Promise<WriteAnswer> {
  const files = args.files.map((file) => {
    const resource = c.resources.find((one) => one.resourceId === file.resource || one.name === file.resource)
    if (!resource) throw new FileFault('missing', `the plan has no resource \`${file.resource}\``)
    const located = c.within(resource, file.path)
    return { at: writable(c, located), bytes: Buffer.from(file.content) }
  })
  const writes = files.map(({ at, bytes }) => ({
    resourceId: at.resource.resourceId,
    path: at.path,
    bytes: bytes.length,
  }))
  checkLimits(c, writes)
  const paths = new Map<string, string[]>()
  for (const [index, { at, bytes }] of files.entries()) {
    signal.throwIfAborted()
    const { path } = await writeSandboxFile(at.resource.root, at.path, bytes)
    c.ledger.record([{ ...writes[index]!, path }])
    paths.set(at.resource.resourceId, [...(paths.get(at.resource.resourceId) ?? []), path])
  }
  const title = `Wrote ${files.length} ${files.length === 1 ? 'file' : 'files'}`
  return { content: title, title, changed: [...paths].map(([resourceId, list]) => ({ resourceId, paths: list })) }
}
