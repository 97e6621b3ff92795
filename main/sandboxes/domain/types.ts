import type { LeftOut } from './folder-content'

/** How a plan's work is kept apart: a worktree of the user's repository, or a copy through a private one. */
export type Strategy = 'git_worktree' | 'filesystem_copy'

/** What a plan works on. `path` is canonical; of a checkout it may be a folder inside the repository. */
export type Source = {
  readonly strategy: Strategy
  readonly resourceId: string
  readonly name: string
  readonly path: string
  readonly branch: string | null
}

/**
 * What tells whether anybody changed the source. `dirty` holds, by path, what stood there. Of a folder, `head` is its tree
 * and `status` the signature of its files.
 */
export type Fingerprint = {
  readonly head: string
  readonly index: string
  readonly status: string
  readonly dirty: Readonly<Record<string, string>>
}

export const operations = ['merge', 'rebase', 'cherry-pick', 'revert', 'bisect', 'am'] as const
export type Operation = (typeof operations)[number]

export type UncommittedFile = { readonly path: string; readonly status: string }

export type BaseState = {
  readonly strategy: Strategy
  /** Of a folder, that of its private repository. */
  readonly repoRoot: string
  readonly commonDir: string
  /** '' for the whole repository, else a folder such as 'a/b'. */
  readonly subdir: string
  readonly branch: string | null
  readonly headCommit: string
  /** What the sandbox starts from: `headCommit`, or a snapshot commit of the uncommitted work on top of it. */
  readonly baseCommit: string
  readonly baseTree: string
  readonly detached: boolean
  readonly operation: Operation | null
  readonly behindUpstream: number | null
  /** At most 1,000, paths relative to the repository; `uncommittedCount` is the true number. */
  readonly uncommitted: readonly UncommittedFile[]
  readonly uncommittedCount: number
  readonly includesUncommitted: boolean
  /** What of a folder the plan neither sees nor changes, at most 1,000. */
  readonly leftOut: readonly LeftOut[]
  readonly fingerprint: Fingerprint
}

export type SourceDrift = {
  readonly head: { readonly from: string; readonly to: string } | null
  readonly indexChanged: boolean
  /** How the source stands now, to compare with from here on. */
  readonly now: Fingerprint
  /** Paths in the repository whose uncommitted state differs from the recorded one. */
  readonly paths: readonly string[]
  /** Paths that differ between the commit that was checked out and the one that is now; empty for a folder. */
  readonly moved: readonly string[]
}

export const sandboxStates = ['preparing', 'ready', 'applied', 'discarded'] as const
export type SandboxState = (typeof sandboxStates)[number]

/** The full state of a removed sandbox, kept for some days. */
export type Trash = {
  readonly ref: string
  readonly commit: string
  readonly tree: string
  readonly ignoredFolder: string | null
  readonly ignoredLeftOut: readonly string[]
}

export type Sandbox = {
  readonly id: string
  readonly planId: string
  readonly resourceId: string
  readonly name: string
  readonly sourcePath: string
  readonly repoRoot: string
  readonly commonDir: string
  readonly subdir: string
  /** Top folder of the worktree. */
  readonly path: string
  readonly refName: string
  readonly branch: string
  readonly state: SandboxState
  readonly base: BaseState
  /** Every state it was based on, oldest first; empty while it still stands on its first one. */
  readonly bases: readonly BaseState[]
  readonly notices: readonly string[]
  readonly trash: Trash | null
  readonly created: number
  readonly updated: number
  readonly ended: number | null
}

/** What a checkpoint is taken for (domain section 5). */
export const checkpointCauses = [
  'before_first_write',
  'before_write',
  'after_write',
  'before_child',
  'on_error',
  'before_apply',
  'before_change',
  'after_change',
  // What a check wrote, and what was put back in its place: no step of the plan's work.
  'by_check',
] as const
export type CheckpointCause = (typeof checkpointCauses)[number]

/** Where the plan stood when a checkpoint was taken; the plans slice's own, opaque here. */
export type CheckpointPosition = {
  /** The last decision that had been recorded. */
  readonly decisionSeq: number
  /** The turn of Execute that was being worked on; null where there is no conversation. */
  readonly turnSeq: number | null
  readonly callId: string | null
  /** Whether the call had been run already. */
  readonly done: boolean
}

export type Checkpoint = {
  readonly id: string
  readonly planId: string
  readonly number: number
  readonly label: string
  readonly tool: string | null
  readonly decisionId: string | null
  readonly created: number
  readonly cause: CheckpointCause
  readonly position: CheckpointPosition | null
  /** By resource id. `notCovered` names nested repositories that the tree does not hold. */
  readonly resources: Readonly<
    Record<
      string,
      {
        readonly commit: string
        readonly tree: string
        readonly notCovered: readonly string[]
        /** The commit that the sandbox was based on; absent where that was its first one. */
        readonly base?: string
      }
    >
  >
}

export const changeStatuses = ['added', 'modified', 'deleted', 'renamed', 'mode', 'type'] as const
export type ChangeStatus = (typeof changeStatuses)[number]

export type Change = {
  readonly path: string
  readonly oldPath: string | null
  readonly status: ChangeStatus
  readonly insertions: number
  readonly deletions: number
  readonly binary: boolean
  readonly oldMode: string | null
  readonly newMode: string | null
  /** What git stores of the file before and after; zeros where there is nothing. */
  readonly oldOid: string
  readonly newOid: string
  readonly patch: string | null
  readonly tooLarge: boolean
}
export type FileChange = Change & { readonly resource: string; readonly resourceId: string }

/** What a checkpoint of a sandbox does not hold. */
export type Uncovered = {
  readonly ignored: readonly string[]
  /** Ignored files of the source checkout that the sandbox does not have. */
  readonly leftInSource: readonly string[]
  readonly nestedRepositories: readonly string[]
  readonly submodules: readonly { readonly path: string; readonly fetched: boolean }[]
}

export const applyModes = ['merge', 'squash', 'working-tree'] as const
export type ApplyMode = (typeof applyModes)[number]

/** Whose work stands against the plan's: what the target holds for good, what is not committed there, or a file that nobody covers. */
export type ConflictCause = 'committed' | 'uncommitted' | 'in_the_way'

/** A file as git stores it. */
export type ConflictSide = { readonly mode: string; readonly oid: string }

/** What a conflict is between: the file that both began with, what stands in the target, what the plan made; null where there is none. */
export type ConflictSides = {
  readonly base: ConflictSide | null
  readonly now: ConflictSide | null
  readonly plan: ConflictSide | null
}

export type ApplyConflict = {
  readonly resource: string
  readonly resourceId: string
  readonly path: string
  readonly reason: string
  readonly cause: ConflictCause
  readonly sides: ConflictSides
}

export type Receipt = {
  readonly resource: string
  readonly resourceId: string
  readonly mode: ApplyMode
  /** Null for a folder. */
  readonly branch: string | null
  readonly before: string
  readonly after: string
  readonly commit: string | null
  readonly files: readonly string[]
  readonly checkedOut: boolean
  readonly notices: readonly string[]
}

export type ApplyOutcome =
  | { readonly applied: true; readonly receipts: readonly Receipt[] }
  | { readonly applied: false; readonly conflicts: readonly ApplyConflict[] }

export type ApplyPreview = {
  readonly resources: readonly {
    readonly resource: string
    readonly resourceId: string
    /** Null for a folder. */
    readonly branch: string | null
    readonly targetCommit: string
    readonly checkedOut: boolean
    readonly files: readonly string[]
    readonly conflicts: readonly ApplyConflict[]
    readonly notices: readonly string[]
  }[]
}

export const sandboxConditions = ['ok', 'missing', 'moved', 'locked_by_other', 'unregistered', 'off_branch'] as const
export type SandboxCondition = (typeof sandboxConditions)[number]

/** What stands wrong with a sandbox, as it was last looked at. */
export type Finding = {
  readonly planId: string
  readonly resourceId: string
  readonly name: string
  readonly condition: Exclude<SandboxCondition, 'ok'>
  readonly path: string
  readonly movedTo: string | null
  /** Why another locked it; '' where they gave no reason, null where nobody did. */
  readonly lockReason: string | null
}

export type Reconciliation = {
  /** Plans of which something stands otherwise than when it was last looked at. */
  readonly changed: readonly string[]
  /** Sandboxes of ended plans whose repository was away then and is back; what it still had of them is removed now. */
  readonly settled: readonly Sandbox[]
  /** What could not be looked at, with the reason; the next look tries again. */
  readonly failed: readonly string[]
}

export type Recovery = {
  readonly journals: readonly {
    readonly planId: string
    /** `postponed`: it could not be done now, e.g. because the repository is away; the next start tries again. */
    readonly result: 'finished' | 'taken_back' | 'postponed'
    readonly attention: readonly string[]
    readonly receipts: readonly Receipt[]
  }[]
  readonly sandboxes: readonly {
    readonly planId: string
    readonly resourceId: string
    readonly condition: SandboxCondition
    readonly movedTo: string | null
  }[]
  /** Sandboxes in which a check was interrupted: what it had written or moved was put back. */
  readonly putBack: readonly {
    readonly planId: string
    readonly resource: string
    readonly changed: readonly string[]
  }[]
  /** Sandboxes that could not be looked at, with the reason; the next start tries again. */
  readonly failed: readonly string[]
  readonly expired: readonly string[]
}
