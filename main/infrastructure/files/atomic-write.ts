import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs'

/**
 * Replaces a file whole or not at all: written beside it, flushed, then renamed over it.
 * Throws what the file system says; the file is then as it was and nothing is left beside it.
 */
export function writeAtomically(file: string, content: string, mode = 0o600): void {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`
  const handle = openSync(temporary, 'wx', mode)
  try {
    const bytes = Buffer.from(content)
    let written = 0
    while (written < bytes.length) written += writeSync(handle, bytes, written)
    fsyncSync(handle)
  } catch (error) {
    closeSync(handle)
    unlinkSync(temporary)
    throw error
  }
  closeSync(handle)
  try {
    renameSync(temporary, file)
  } catch (error) {
    unlinkSync(temporary)
    throw error
  }
}
