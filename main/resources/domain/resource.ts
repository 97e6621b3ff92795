import type { ChildType, DiscoveryState, RegistrableType, SandboxStrategy } from '@shared/model/resource'

export type ChildCounts = Readonly<Partial<Record<ChildType, number>>>

export type Resource = {
  readonly id: string
  /** With its namespace, in the case it was given. */
  readonly name: string
  readonly type: RegistrableType
  /** The folder as the person gave it, made absolute. */
  readonly path: string
  /** The folder with every link resolved; unique among resources. */
  readonly canonicalPath: string
  /** The branch that plans work on; null for a folder and for a detached HEAD. */
  readonly branch: string | null
  /** The working tree's top folder, resolved; null for a folder. Differs from `canonicalPath` for a part of a repository. */
  readonly topLevel: string | null
  readonly writable: boolean
  readonly discovery: DiscoveryState
  /** Totals by type, rows included. */
  readonly counts: ChildCounts
  readonly warnings: readonly string[]
  readonly created: number
}

/** A discovered child that is kept as a row; the other types are counted only. */
export type Child = {
  readonly id: string
  readonly resourceId: string
  readonly type: ChildType
  /** What tells it from others of its type, stable over discoveries. */
  readonly key: string
  readonly name: string
  readonly detail: string
  readonly status: string
}
export type FoundChild = Omit<Child, 'id' | 'resourceId'>

export const createdStatus = 'created'
export const detectedStatus = 'detected (not built)'
export const noCommitsWarning = 'no commits yet'

/** What a plan may do with a resource of this type. */
export function capabilitiesOf(resource: Pick<Resource, 'type' | 'writable'>) {
  return {
    readable: true,
    writable: resource.writable,
    sandboxable: true,
    checkpointable: true,
    sandboxStrategy: strategyOf(resource.type),
  }
}

/** How a plan's work on a resource of this type is kept apart. */
export function strategyOf(type: RegistrableType): Exclude<SandboxStrategy, 'none'> {
  switch (type) {
    case 'git-checkout':
      return 'git_worktree'
    case 'fs-directory':
      return 'filesystem_copy'
  }
}

export function totalOf(counts: ChildCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
