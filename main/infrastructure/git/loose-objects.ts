import { createHash, randomUUID } from 'node:crypto'
import { chmod, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'

const deflated = promisify(deflate)

export type NewObject = {
  readonly type: 'commit' | 'tree'
  readonly content: Buffer
  /** Hexadecimal digits of a name in this repository: 40 for SHA-1, 64 for SHA-256. */
  readonly digits: number
}

/** A new folder lets in whoever the folder of all objects does, as `core.sharedRepository` asks for. */
async function makeFolder(objects: string, folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true })
  if (made !== undefined) await chmod(folder, (await stat(objects)).mode & 0o7777)
}

/**
 * Writes an object as git does, a file of its own that is whole before it has its name, and answers the name. Starting a
 * process costs more than this. The format is that of gitformat-loose(5); what a kill leaves, `git prune` knows by its name.
 */
export async function writeLoose(objects: string, { type, content, digits }: NewObject): Promise<string> {
  const whole = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content])
  const name = createHash(digits === 64 ? 'sha256' : 'sha1')
    .update(whole)
    .digest('hex')
  const folder = join(objects, name.slice(0, 2))
  const draft = join(folder, `tmp_obj_${randomUUID()}`)
  await makeFolder(objects, folder)
  try {
    const file = await open(draft, 'wx', 0o444)
    try {
      await file.writeFile(await deflated(whole, { level: 1 }))
      await file.datasync()
    } finally {
      await file.close()
    }
    await rename(draft, join(folder, name.slice(2)))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  return name
}
