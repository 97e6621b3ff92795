import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileChange, Finding } from './domain/types'
import type { SandboxDeps } from './ports'
import type { Place } from './repository-state'
import { createRepository, type SandboxRepository } from './repository'

/** Runs work one after another per key; different keys do not wait for each other. */
export type Lock = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function createLock(): Lock {
  const tails = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = tails.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    // The tail only orders; whoever asked for the work sees its failure.
    const tail = mine.then(
      () => undefined,
      () => undefined,
    )
    tails.set(key, tail)
    try {
      return await mine
    } finally {
      if (tails.get(key) === tail) tails.delete(key)
    }
  }
}

/** The last tree captured of a sandbox, and how the files that were looked at stood then. */
export type Captured = {
  readonly tree: string
  readonly stats: ReadonlyMap<string, string>
  /** Paths that the tree has and the plan's index has not as they are. */
  readonly ahead: ReadonlySet<string>
}

export type Compared = { readonly args: string; readonly changes: readonly FileChange[] }

/** What was found out about a source, and how the files stood that it was found out from. */
export type Known<T> = { readonly stamp: string; readonly value: T }

/** A hook of a repository that runs for a plan's apply. */
export type RunningHook = {
  readonly name: string
  readonly resource: string
  readonly since: number
  readonly timeoutMs: number
  /** It follows the commit, so that ending it changes nothing any more. */
  readonly after: boolean
  readonly stop: () => void
}

/** What every use case of this slice works with. */
export type Context = SandboxDeps & {
  readonly repository: SandboxRepository
  readonly lock: Lock
  readonly captured: Map<string, Captured>
  /** The last comparison of two trees without patches, by sandbox: what lies between two trees never changes. */
  readonly compared: Map<string, Compared>
  /** What stands wrong, by sandbox. */
  readonly findings: Map<string, Finding>
  /** By plan. */
  readonly hooks: Map<string, RunningHook>
  /** Where sources lie, by path. */
  readonly places: Map<string, Known<Place>>
  /** Hashes of what indexes hold, by git folder. */
  readonly indexes: Map<string, Known<string>>
  /** The canonical data folder, made if absent. */
  readonly home: () => Promise<string>
}

export function createContext(deps: SandboxDeps): Context {
  let home: Promise<string> | null = null
  return {
    ...deps,
    repository: createRepository(deps.db),
    lock: createLock(),
    captured: new Map(),
    compared: new Map(),
    findings: new Map(),
    hooks: new Map(),
    places: new Map(),
    indexes: new Map(),
    home: () =>
      (home ??= mkdir(join(deps.dataDir, 'sandboxes'), { recursive: true }).then(() => realpath(deps.dataDir))),
  }
}
