import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import type { Rejection } from './domain/rejections'

export type GitRunOptions = {
  readonly input?: string | Buffer
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly read?: boolean
  readonly expect?: readonly number[]
  readonly keep?: { readonly head: number; readonly tail: number }
  readonly trusted?: boolean
  /** Runs `write-tree` after a call that ended well; the result is then its own. */
  readonly thenWriteTree?: boolean
}

/** git, as this slice needs it; an exit code that is not expected throws an error named `GitError`. */
export type Git = {
  run(
    cwd: string,
    args: readonly string[],
    options?: GitRunOptions,
  ): Promise<{ readonly code: number; readonly stdout: Buffer; readonly stderr: string }>
  version(): Promise<readonly [number, number]>
}

/** Runs a program of a trusted repository, such as a hook; never rejects for what the program does. */
export type RunProgram = (
  program: string,
  args: readonly string[],
  options: {
    readonly cwd: string
    readonly env: Readonly<Record<string, string>>
    readonly timeoutMs: number
    readonly signal?: AbortSignal
    /** Ends what the program leaves running, wherever that went. */
    readonly endLeftovers?: boolean
  },
) => Promise<{ readonly code: number | null; readonly output: string; readonly timedOut: boolean }>

/** Writes commits with few processes. */
export type CommitKeeper = {
  /** Writes a commit from its raw text and points a ref at it; null where it was not kept and must be done the ordinary way. */
  keep(repository: string, text: string, ref: string): Promise<string | null>
}

/** Puts single files into trees with few processes. */
export type TreeEditor = {
  /** The tree with what the file at a path holds now; null where that must be found out the ordinary way. */
  replace(worktree: string, tree: string, path: string): Promise<string | null>
  /** Lets go of a working tree, whose attributes may have changed. */
  forget(worktree: string): void
}

export type SandboxDeps = {
  readonly git: Git
  readonly commits: CommitKeeper
  readonly trees: TreeEditor
  readonly runProgram: RunProgram
  readonly db: BetterSQLite3Database
  /** The data folder; sandboxes live in `sandboxes/` below it. */
  readonly dataDir: string
  readonly newId: () => string
  readonly clock: () => number
  /** What of a folder is copied: bytes of one file, bytes and number of all. Read at each capture. */
  readonly folderLimits: () => { readonly fileBytes: number; readonly totalBytes: number; readonly files: number }
  /** Days that what is left of an ended sandbox is kept; 30 where it is not said. Read at each start. */
  readonly trashDays?: () => number
  /** Paths of every registered resource: nothing that equals or contains one is ever deleted. */
  readonly registeredPaths?: () => readonly string[]
  /** Seconds that a hook may take; 600 where it is not given. */
  readonly hookSeconds?: () => number
  /** What a person rejected of a plan's changes to a resource; Apply leaves it out. */
  readonly rejections?: (planId: string, resourceId: string) => readonly Rejection[]
}

export type GitFailure = Error & {
  readonly code: number | null
  readonly stderr: string
  readonly args: readonly string[]
}

/** Tells git's own failure from a bug. */
export function isGitFailure(error: unknown): error is GitFailure {
  return error instanceof Error && error.name === 'GitError'
}
