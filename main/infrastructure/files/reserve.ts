import { randomBytes } from 'node:crypto'
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Room for the few rows that say what a full disk has stopped. */
const reserveBytes = 262_144

/** A file that holds some room of the data folder's disk back, for the record of what went wrong once all else is full. */
export type Reserve = {
  release(): void
  /** Takes the room again where there is some; else the next call tries again. */
  refill(): void
  isFull(): boolean
}

export function createReserve(dataDir: string): Reserve {
  const file = join(dataDir, 'reserve.bin')
  const free = () => {
    const { bavail, bsize } = statfsSync(dataDir)
    return bavail * bsize
  }
  return {
    release: () => rmSync(file, { force: true }),
    refill: () => {
      try {
        if (statSync(file, { throwIfNoEntry: false })?.size === reserveBytes || free() < 4 * reserveBytes) return
        // Random, so that no file system stores it in less than its size.
        writeFileSync(file, randomBytes(reserveBytes), { mode: 0o600 })
      } catch {
        // Without it only the record of a full disk comes later, when there is room again.
        rmSync(file, { force: true })
      }
    },
    isFull: () => free() < reserveBytes,
  }
}
