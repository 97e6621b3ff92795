import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'

/** What this slice asks of git; see `main/infrastructure/git`. */
export type Git = {
  run(
    cwd: string,
    args: readonly string[],
    options?: {
      readonly timeoutMs?: number
      readonly signal?: AbortSignal | undefined
      readonly read?: boolean
      /** Exit codes that are answers; any other is thrown. Only 0 by default. */
      readonly expect?: readonly number[]
    },
  ): Promise<{ readonly code: number; readonly stdout: Buffer; readonly stderr: string }>
}

/** What a path is before anything is known of it. */
export type FolderState =
  | { readonly state: 'missing' | 'denied' | 'not_a_folder' }
  | { readonly state: 'folder'; readonly canonical: string; readonly writable: boolean }

export type EntryKind = 'directory' | 'file' | 'link' | 'submodule' | 'other'
export type DiskEntry = { readonly name: string; readonly kind: EntryKind; readonly size: number | null }

/** Why a path inside a root was not opened. */
export type Refused = 'missing' | 'denied' | 'outside' | 'wrong_kind'
export type Contained<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refused: Refused }

export type FileStart = { readonly bytes: Buffer; readonly size: number }
export type SubFolder = { readonly name: string; readonly path: string; readonly isCheckout: boolean }

export type WalkStep = {
  /** The folder just read, relative to the root with `/`; `''` is the root. */
  readonly folder: string
  readonly entries: readonly { readonly name: string; readonly kind: EntryKind }[]
  /** False where it could not be read; `entries` is empty then. */
  readonly readable: boolean
}

/** The file system, read only. `relative` paths are plain, with `/`; nothing outside the (resolved) root is read. */
export type Disk = {
  stateOf(path: string): Promise<FolderState>
  /** Whether a thing exists at this absolute path, a broken link included. */
  exists(path: string): Promise<boolean>
  /** Whether the thing at this path, unresolved, belongs to the user that this program runs as; true where there is none. */
  isOwn(path: string): Promise<boolean>
  list(root: string, relative: string): Promise<Contained<readonly DiskEntry[]>>
  entry(root: string, relative: string): Promise<DiskEntry | undefined>
  /** The first `limit` bytes of a regular file. */
  read(root: string, relative: string, limit: number): Promise<Contained<FileStart>>
  /** Executable files directly in a folder that git would start from, links followed, with a hash of each whole content. */
  executables(
    folder: string,
  ): Promise<readonly { readonly name: string; readonly text: string; readonly hash: string }[]>
  /** Every folder below a root, links not followed; folders whose name is in `skip` are left out. */
  walk(
    root: string,
    options: {
      readonly skip: ReadonlySet<string>
      readonly signal?: AbortSignal | undefined
      /** The folder to begin with, relative to the root; the root itself by default. */
      readonly from?: string
    },
  ): AsyncIterable<WalkStep>
  /** Readable folders in a folder, hidden ones left out. */
  subFolders(path: string): Promise<readonly SubFolder[]>
}

/** What others know about a resource; answered from their own tables. */
export type ResourceUsers = {
  linkedProjects(resourceId: string): readonly { readonly projectId: string; readonly name: string }[]
  activePlans(resourceId: string): readonly { readonly planId: string }[]
}

export type ResourceDeps = {
  readonly db: BetterSQLite3Database
  readonly git: Git
  readonly disk: Disk
  readonly users: ResourceUsers
  readonly newId: () => string
  readonly now: () => number
  /** Called once a resource is forgotten, to delete what is kept of it elsewhere. */
  readonly removed: (resourceId: string) => Promise<void>
  /** Called after each change that a front may show. */
  readonly changed: (topic: 'resource', id: string) => void
  /** Names of the providers that were added; they reserve their namespaces. */
  readonly providerNames: () => readonly string[]
  /** Where the folder picker begins. */
  readonly homeFolder: string
  /** Folders in which nothing may be registered: those the application itself fills and empties. */
  readonly reservedFolders: readonly string[]
  /** Told of what went wrong in the background and is a bug. */
  readonly onFault: (error: unknown) => void
}
