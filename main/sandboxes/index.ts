import { acceptedChanges } from './accepted-tree'
import { applyPlan, previewApply } from './apply-plan'
import { captureBase, compareSource, releaseBase } from './capture-base'
import { createContext } from './context'
import { inspectFolder } from './capture-folder'
import { forgetFolder } from './forget-folder'
import { countChanges } from './count-changes'
import { discardPlan } from './discard-sandbox'
import type { ApplyMode, BaseState, Checkpoint, Fingerprint, Receipt, Sandbox, Source } from './domain/types'
import { listChanges } from './list-changes'
import { readContent, readPatch, sizesOf } from './read-contents'
import { listUncovered } from './list-uncovered'
import { openSandbox } from './open-sandbox'
import type { SandboxDeps } from './ports'
import type { ApplyRequest } from './prepare-apply'
import { recoverSandboxes } from './recover-sandboxes'
import { restorePlan } from './restore-plan'
import { takeCheckpoint, type CheckpointRequest } from './take-checkpoint'
import { conditionOf, verifySandbox } from './verify-sandbox'

export type * from './domain/rejections'
export { contentKey, holds } from './domain/rejections'
export { parseHunks, rangesOf, sameRange, type Hunk, type HunkRange } from './domain/hunks'
export type * from './domain/types'
export { describeLeftOut } from './domain/folder-content'
export type { CommitKeeper, Git, SandboxDeps } from './ports'
export type { ApplyRequest } from './prepare-apply'
export type { CheckpointRequest } from './take-checkpoint'

/** What isolates a plan's work on checkouts and folders and brings it back: every call that other slices make. */
export type Sandboxes = ReturnType<typeof createSandboxes>

export function createSandboxes(deps: SandboxDeps) {
  const context = createContext(deps)
  return {
    captureBase: (source: Source, options: { readonly planId: string; readonly includeUncommitted: boolean }) =>
      captureBase(context, source, options),
    /** Refuses a folder that no plan could start from, without copying any of it. */
    inspectFolder: (source: Source) => inspectFolder(context, source),
    /** Deletes what is kept of a folder that is no resource any more: its states and the trash of its plans. */
    forgetFolder: (resourceId: string) => forgetFolder(context, resourceId),
    open: (planId: string, source: Source, base: BaseState, signal?: AbortSignal): Promise<Sandbox> =>
      context.lock(`plan:${planId}`, () => openSandbox(context, planId, source, base, signal)),
    /** From the database, whatever their state; survives restarts. */
    get: (planId: string): Sandbox[] => context.repository.sandboxesOf(planId),
    /** Plans whose sandboxes still exist. */
    openPlans: (): string[] => [
      ...new Set(context.repository.sandboxesIn(['preparing', 'ready']).map((sandbox) => sandbox.planId)),
    ],
    condition: (sandbox: Sandbox) => conditionOf(sandbox),
    verify: (sandbox: Sandbox) => verifySandbox(context, sandbox),
    checkpoint: (sandbox: Sandbox, request: CheckpointRequest): Promise<Checkpoint> =>
      takeCheckpoint(context, sandbox, request),
    /** Oldest first. */
    checkpoints: (planId: string): Checkpoint[] => context.repository.checkpointsOf(planId),
    uncovered: (sandbox: Sandbox) => listUncovered(context, sandbox),
    changes: (planId: string, options: { readonly patches?: boolean; readonly paths?: readonly string[] } = {}) =>
      listChanges(context, planId, options),
    /** Files changed as of the last checkpoint. */
    countChanges: (planId: string) => countChanges(context, planId),
    /** What Apply would bring: the changes without those that were rejected. */
    acceptedChanges: (planId: string) => acceptedChanges(context, planId),
    /** Bytes of what git stores, by its object names; only those that are files. */
    sizes: (planId: string, resourceId: string, oids: readonly string[]) => sizesOf(context, planId, resourceId, oids),
    /** The content of a file as git stores it; null where it is larger than `limit` bytes. */
    content: (planId: string, resourceId: string, oid: string, limit: number) =>
      readContent(context, planId, resourceId, oid, limit),
    /** The unified patch between two files that git stores; null where it is larger than `limit` bytes. */
    patch: (planId: string, resourceId: string, oids: readonly [string, string], limit: number) =>
      readPatch(context, planId, resourceId, oids, limit),
    compareSource: (source: Source, fingerprint: Fingerprint) => compareSource(context, source, fingerprint),
    previewApply: (planId: string, mode: ApplyMode, targets?: Readonly<Record<string, string>>) =>
      previewApply(context, planId, { mode, targets }),
    apply: (planId: string, request: Omit<ApplyRequest, 'preview'>) => applyPlan(context, planId, request),
    /** What the plan's apply did, once its targets hold the changes; null where it has not come so far. */
    receipts: (planId: string): readonly Receipt[] | null =>
      context.repository
        .journalsOf(planId)
        .findLast((journal) => journal.state === 'done' || journal.state === 'committed')?.data.receipts ?? null,
    discard: (planId: string) => discardPlan(context, planId),
    /** Forgets the snapshot of uncommitted work of a plan that never got a sandbox. */
    releaseBase: (planId: string, resourceId: string, base: BaseState) =>
      releaseBase(context, planId, resourceId, base),
    restore: (planId: string): Promise<Sandbox[]> => context.lock(`plan:${planId}`, () => restorePlan(context, planId)),
    recover: () => recoverSandboxes(context),
  }
}
