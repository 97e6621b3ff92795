import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export type RotatingFile = {
  /** Appends a line; where the disk is full or gone the line is dropped and counted, never thrown. */
  write(line: string): void
  close(): void
}

/**
 * A file `name.log` that is moved to `name.1.log` (and that to `name.2.log`, …) when it has grown to `maxBytes`; `keep` old ones stay.
 * Lines are written at once, so that the last words of a process that ends hard are there.
 * pino-roll does the same in a worker thread: it was measured at 160 ms until it takes lines, a plan's worth of start-up,
 * and what it still holds when a process is killed is lost.
 */
export function openRotatingFile(dir: string, name: string, maxBytes: number, keep: number): RotatingFile {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const fileOf = (index: number) => join(dir, index === 0 ? `${name}.log` : `${name}.${index}.log`)
  let handle: number | undefined
  let size = 0
  let dropped = 0
  let closed = false

  const openFile = () => {
    const opened = openSync(fileOf(0), 'a', 0o600)
    handle = opened
    size = fstatSync(opened).size
    return opened
  }
  // The number of a closed file may be given to another at once, so it is forgotten before anything else can go wrong.
  const closeFile = () => {
    const open = handle
    handle = undefined
    if (open !== undefined) closeSync(open)
  }
  const rotate = () => {
    closeFile()
    rmSync(fileOf(keep), { force: true })
    for (let index = keep - 1; index >= 0; index -= 1) {
      try {
        renameSync(fileOf(index), fileOf(index + 1))
      } catch (error) {
        // There are not yet as many old files as may be kept.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      }
    }
  }
  const append = (line: string) => {
    const bytes = Buffer.from(line)
    if (handle !== undefined && size > 0 && size + bytes.length > maxBytes) rotate()
    const written = writeSync(handle ?? openFile(), bytes)
    size += written
  }
  openFile()
  return {
    write: (line) => {
      if (closed) return
      try {
        if (dropped > 0) append(`{"level":"warn","event":"log.dropped","lines":${dropped}}\n`)
        dropped = 0
        append(line)
      } catch {
        // A log that cannot be written must not end the work that it tells of; the next line that can be says how many are missing.
        dropped += 1
      }
    },
    close: () => {
      closed = true
      closeFile()
    },
  }
}
