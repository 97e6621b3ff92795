import { createHash, randomBytes } from 'node:crypto'
import {
  constants,
  copyFileSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { conflict } from '@shared/model/refusal'
import { isSameProcess, ownStart } from '../infrastructure/process/process-start'
import { folderRefusal } from './data-folder'
import type { CoreKind } from './manifest'

const holderSchema = z.object({
  pid: z.int().positive(),
  processStart: z.string().nullable(),
  kind: z.string(),
  /** Different for every lock that was ever made. */
  nonce: z.string().regex(/^[0-9a-f]+$/),
})
type Holder = z.infer<typeof holderSchema>

/** The right to be the one core of a data folder. */
export type CoreLock = {
  /** Gives the right back; calling it again does nothing. */
  release(): void
}

const lockName = 'core.lock'
const damaged = 'damaged'
const pauseMs = 20
const mostTries = 250
/** So long a file that cannot be read is taken for one that is being written. */
const unfinishedMs = 60_000

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}

/** Who holds a lock or a claim; undefined where there is none. A damaged one is held by nobody alive. */
function readHolder(file: string): Holder | undefined {
  try {
    const text = readFileSync(file, 'utf8')
    try {
      return holderSchema.parse(JSON.parse(text))
    } catch {
      // Whatever is wrong with the text, its hash still names this very state of the file.
      return {
        pid: 0x7fff_ffff,
        processStart: null,
        kind: damaged,
        nonce: createHash('sha256').update(text).digest('hex'),
      }
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function isLive(holder: Holder): boolean {
  return isSameProcess(holder.pid, holder.processStart)
}

/** Makes `target` with the content of `own`, whole at once, or answers false where it exists. */
function createExclusively(own: string, target: string): boolean {
  try {
    linkSync(own, target)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    // File systems without links (FAT, some mounts): exclusive all the same, only the content is not there at once.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(codeOf(error) ?? '')) throw error
  }
  try {
    copyFileSync(own, target, constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * Takes over the lock of a dead holder. Whoever makes the file that is named after the dead lock's nonce may replace the
 * lock; a claim of a process that died half way is taken over in the same way, by a claim on that claim.
 * Afterwards the claims are removed; one who comes late and makes such a file again sees that the lock's nonce is another.
 */
function takeOver(own: string, lock: string, dead: Holder): boolean {
  const claims: string[] = []
  let last = dead
  for (;;) {
    const claim = `${lock}.claim-${last.nonce}`
    claims.push(claim)
    if (createExclusively(own, claim)) break
    const rival = readHolder(claim)
    if (rival === undefined || isLive(rival)) return false
    last = rival
  }
  if (readHolder(lock)?.nonce !== dead.nonce) {
    rmSync(claims.at(-1) ?? '', { force: true })
    return false
  }
  renameSync(own, lock)
  for (const claim of claims) rmSync(claim, { force: true })
  return true
}

/** What cannot be read yet may be on the way to be written by a process that tries at this moment. */
function mayBeUnfinished(file: string, holder: Holder): boolean {
  const seen = statSync(file, { throwIfNoEntry: false })
  return holder.kind === damaged && seen !== undefined && Date.now() - seen.mtimeMs < unfinishedMs
}

/** Removes what processes left that died while they tried. */
function sweep(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((one) => one.startsWith(`${lockName}.`))) {
    const file = join(dataDir, name)
    const holder = readHolder(file)
    if (holder && !isLive(holder) && !mayBeUnfinished(file, holder)) rmSync(file, { force: true })
  }
}

function refuseLocked(dataDir: string, holder: Holder | undefined): never {
  const who = holder === undefined ? '' : ` by the process ${holder.pid} (${holder.kind})`
  throw conflict('core.locked', `The data folder ${dataDir} is in use${who}.`, {
    hint: 'Use the running CleverAgents, end it, or point CLEVERAGENTS_HOME at another folder.',
    details: { path: dataDir, pid: holder?.pid ?? null, kind: holder?.kind ?? null },
  })
}

function tryOnce(own: string, lock: string, dataDir: string): boolean {
  if (createExclusively(own, lock)) {
    rmSync(own)
    return true
  }
  const holder = readHolder(lock)
  if (holder === undefined) return false
  if (isLive(holder)) refuseLocked(dataDir, holder)
  if (holder.kind === damaged) {
    // It may be on the way to be written, where the file system has no links; what stays as it is will not be.
    pause()
    if (readHolder(lock)?.nonce !== holder.nonce) return false
  }
  return takeOver(own, lock, holder)
}

function acquire(dataDir: string, own: string, lock: string): void {
  for (let tries = 0; tries < mostTries; tries += 1) {
    if (tryOnce(own, lock, dataDir)) return
    pause()
  }
  refuseLocked(dataDir, readHolder(lock))
}

/**
 * Takes the lock of a data folder for this process: one core a folder. Refuses with `core.locked` where a live process has it;
 * a lock whose process is gone, or whose id another process has now, is taken over, by exactly one of those who try.
 */
export function acquireCoreLock(dataDir: string, kind: CoreKind): CoreLock {
  const nonce = randomBytes(12).toString('hex')
  const holder: Holder = { pid: process.pid, processStart: ownStart(), kind, nonce }
  const lock = join(dataDir, lockName)
  const own = `${lock}.${nonce}`
  try {
    writeFileSync(own, JSON.stringify(holder), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    throw folderRefusal(dataDir, error)
  }
  try {
    acquire(dataDir, own, lock)
  } catch (error) {
    rmSync(own, { force: true })
    throw error
  }
  sweep(dataDir)
  return {
    release: () => {
      if (readHolder(lock)?.nonce === nonce) rmSync(lock, { force: true })
    },
  }
}
