/** git as this slice needs it; anything but an expected exit status is thrown. */
export type Git = {
  run(
    cwd: string,
    args: readonly string[],
    options?: {
      readonly timeoutMs?: number
      readonly signal?: AbortSignal
      readonly env?: Readonly<Record<string, string | undefined>>
      readonly read?: boolean
      readonly expect?: readonly number[]
      readonly keep?: { readonly head: number; readonly tail: number }
    },
  ): Promise<{ readonly code: number; readonly stdout: Buffer; readonly stderr: string }>
}

/** An open `git cat-file --batch`: null where the specification names nothing. */
export type ObjectReader = {
  read(spec: string): Promise<{ readonly oid: string; readonly type: string; readonly bytes: Buffer } | null>
  dispose(): void
}

/** Opens a reader on the repository that holds `folder`. */
export type OpenObjects = (folder: string) => ObjectReader

/** Runs a program in its own process group and reports every outcome as a result. */
export type Run = (
  command: string,
  args: readonly string[],
  options: {
    readonly cwd: string
    readonly env: Readonly<Record<string, string | undefined>>
    readonly timeoutMs?: number
    readonly signal?: AbortSignal
    readonly keep?: { readonly head: number; readonly tail: number }
    readonly onOutput?: (chunk: Buffer, stream: 'stdout' | 'stderr') => void
    readonly onSpawn?: (pid: number) => void
    readonly leftovers?: 'keep' | 'end'
    readonly mark?: string
  },
) => Promise<{
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: Buffer
  readonly stderr: Buffer
  readonly timedOut: boolean
  readonly aborted: boolean
  readonly startError?: string
}>

export type Write = { readonly resourceId: string; readonly path: string; readonly bytes: number }

/** Counts what a plan has changed so far, over all its phases, so that its limits hold for the whole of it. */
export type ChangeLedger = {
  /** The totals that the plan would reach with these writes; a path that is written again counts once. */
  totalsWith(writes: readonly Write[]): { readonly changes: number; readonly bytes: number }
  record(writes: readonly Write[]): void
}

export type ToolLimits = {
  /** Bytes of one file that may be read or written. */
  readonly fileBytes: number
  /** Bytes that one plan may write in all. */
  readonly planBytes: number
  /** Files that one plan may change. */
  readonly planChanges: number
  /** Bytes of a tool's answer; head and tail are kept of what is longer. */
  readonly outputBytes: number
  /** Seconds that a command may take where it names none, and at most. */
  readonly commandSeconds: number
  readonly commandSecondsMost: number
}
