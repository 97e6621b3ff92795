export type PathState = 'missing' | 'folder' | 'other'

/** What a backup needs of the disk. */
export type BackupDisk = {
  stateOf(path: string): Promise<PathState>
  /** The path without links; of what is missing, as far as it exists. */
  canonical(path: string): Promise<string>
  /** Makes a folder for its owner alone; false where something has that name. */
  makeFolder(path: string): Promise<boolean>
  /** Writes a new file for its owner alone. */
  write(path: string, text: string): Promise<void>
  remove(path: string): Promise<void>
  /** Removes a folder that is empty; answers whether it could. */
  removeFolder(path: string): Promise<boolean>
  /** The names in a folder, none where it is missing. */
  names(folder: string): Promise<readonly string[]>
  /** Bytes and files of a file or a folder with all that is below. */
  sizeOf(path: string): Promise<{ readonly bytes: number; readonly files: number }>
  freeBytes(path: string): Promise<number>
}

export type BackupDeps = {
  readonly dataDir: string
  readonly homeFolder: string
  readonly version: string
  readonly schemaVersion: string
  readonly clock: () => number
  readonly disk: BackupDisk
  /**
   * Copies the database as it stands at one moment and settles the copy; what is being written meanwhile is part of it or
   * not, never half. Answers how many plans show as interrupted in it.
   */
  readonly copyDatabase: (
    target: string,
    tell: (bytes: number, total: number) => void,
    signal: AbortSignal,
  ) => Promise<number>
  /** The configuration without secrets; null where there is none. */
  readonly configuration: () => string | null
}
