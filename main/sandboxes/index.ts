import { acceptedChanges, acceptedTrees } from './accepted-tree'
import { basesAt, carryBases, moveHeads, presentBases, setBases, wereRebased, type Bases } from './bases'
import { applyPlan, previewApply } from './apply-plan'
import { backToBranch, type Returned } from './back-to-branch'
import { captureBase, compareSource, releaseBase } from './capture-base'
import { createContext, type Context, type RunningHook } from './context'
import { inspectFolder } from './capture-folder'
import { hasPath, inSource } from './has-path'
import { holdBranches } from './hold-branch'
import { forgetFolder, forgetOrphans } from './forget-folder'
import { countChanges } from './count-changes'
import { discardPlan, putAway } from './discard-sandbox'
import { standingApply, standingRevert } from './domain/journal'
import type {
  ApplyConflict,
  ApplyMode,
  BaseState,
  Checkpoint,
  Finding,
  Fingerprint,
  Receipt,
  Reconciliation,
  Sandbox,
  Source,
} from './domain/types'
import { compareTrees, listChanges, presentTrees, type Trees } from './list-changes'
import { filesNaming, readContent, readContents, readPatch, sizesOf, type WordSearch } from './read-contents'
import { linksOut, type LinkOut } from './list-links'
import { listUncovered } from './list-uncovered'
import { mergeStates } from './merge-states'
import { openSandbox } from './open-sandbox'
import type { SandboxDeps } from './ports'
import type { ApplyRequest } from './prepare-apply'
import { recordCheckpoint } from './record-checkpoint'
import { reconcileSandboxes } from './reconcile-sandboxes'
import { interruptedApplies, recoverSandboxes } from './recover-sandboxes'
import { repairSandboxes } from './repair-sandboxes'
import { previewRevert, revertApply, type RevertRequest } from './revert-apply'
import { requireWritable } from './require-writable'
import { restorePlan } from './restore-plan'
import {
  previewRestore,
  resolveRestore,
  restoreTrees,
  type OnConflict,
  type RestorePreview,
  type Since,
} from './restore-trees'
import { previewUpdate, resolveUpdate, type UpdateChoice, type UpdatePreview } from './update-sandboxes'
import { takeCheckpoint, type CheckpointRequest } from './take-checkpoint'
import { conditionOf, verifySandbox } from './verify-sandbox'
import { whileAccepted } from './while-accepted'

export type * from './domain/rejections'
export { contentKey, holds } from './domain/rejections'
export { parseHunks, rangesOf, overlap, sameRange, type Hunk, type HunkRange } from './domain/hunks'
export type * from './domain/types'
export { describeLeftOut } from './domain/folder-content'
export { mergeMessage } from './domain/merge-message'
export type { CommitKeeper, TreeEditor, Git, SandboxDeps } from './ports'
export type { ApplyRequest } from './prepare-apply'
export type { CheckpointRequest } from './take-checkpoint'
export { areSameBases, type Bases } from './bases'
export type { UpdateChoice, UpdatePreview } from './update-sandboxes'
export type { Trees } from './list-changes'
export type { OnConflict, Place, RestorePreview } from './restore-trees'

/** What brings a plan up to date with its targets, and keeps track of what it was based on when. */
function basedOn(context: Context) {
  return {
    presentBases: (planId: string): Bases => presentBases(context, planId),
    /** What the sandboxes were based on when a checkpoint was taken. */
    basesAt: (checkpoint: Checkpoint): Bases => basesAt(context, checkpoint),
    wereRebased: (before: Checkpoint, after: Checkpoint): boolean => wereRebased(context, before, after),
    carryBases: (ours: Trees, before: Checkpoint, after: Checkpoint): Promise<Trees> =>
      carryBases(context, ours, before, after),
    moveHeads: (planId: string, bases: Bases): Promise<void> => moveHeads(context, planId, bases),
    /** Synchronous, for a caller's transaction. */
    setBases: (planId: string, bases: Bases): void => setBases(context, planId, bases),
    previewUpdate: (planId: string, includeUncommitted: boolean): Promise<UpdatePreview> =>
      previewUpdate(context, planId, includeUncommitted),
    resolveUpdate: (preview: UpdatePreview, choose: (conflict: ApplyConflict) => UpdateChoice) =>
      resolveUpdate(context, preview, choose),
  }
}

/** What rollbacks, corrections and undos call. */
function goingBack(context: Context) {
  return {
    /** Dropped ones too, oldest first. */
    everyCheckpoint: (planId: string): Checkpoint[] => context.repository.everyCheckpointOf(planId),
    /** Takes checkpoints off the list, or with null puts them back on it. Synchronous, for a caller's transaction. */
    dropCheckpoints: (ids: readonly string[], by: string | null): void => context.repository.dropCheckpoints(ids, by),
    recordCheckpoint: (
      planId: string,
      trees: Trees,
      request: Omit<CheckpointRequest, 'paths'>,
      bases: Bases = {},
    ): Promise<Checkpoint> => recordCheckpoint(context, planId, trees, request, bases),
    /** Puts what lies between two states on top of a third; where anything conflicts nothing of it, or all that fits. */
    mergeStates: (planId: string, states: Parameters<typeof mergeStates>[2], fitting = false) =>
      mergeStates(context, planId, states, fitting),
    presentTrees: (planId: string): Promise<Trees> => presentTrees(context, planId),
    compare: (
      planId: string,
      from: Trees,
      to: Trees | null,
      options: { readonly patches?: boolean; readonly paths?: readonly string[] } = {},
    ) => compareTrees(context, planId, from, to, options),
    previewRestore: (planId: string, trees: Trees, since: Since): Promise<RestorePreview> =>
      previewRestore(context, planId, trees, since),
    resolveRestore: (planId: string, trees: Trees, preview: RestorePreview, choice: OnConflict): Promise<Trees> =>
      resolveRestore(context, planId, trees, preview, choice),
    restoreTrees: (planId: string, trees: Trees): Promise<void> => restoreTrees(context, planId, trees),
    /** Whether a revert that is part of this change has come to its end. */
    hasReverted: (planId: string, cause: string): boolean =>
      context.repository.journalsOf(planId).some((one) => one.data.cause === cause && one.state === 'done'),
    /** The plan's last apply with when it was, and what took it back, where anything did. */
    applyRecord: (planId: string) => {
      const journals = context.repository.journalsOf(planId)
      const revert = standingRevert(journals)
      const apply = standingApply(journals) ?? journals.findLast((one) => one.id === revert?.data.reverts)
      return apply === undefined
        ? null
        : {
            at: apply.updated,
            receipts: apply.data.receipts,
            undone: revert === undefined ? null : { at: revert.updated, receipts: revert.data.receipts },
          }
    },
    /** Merges the opposite of what the plan applied in memory, and tells what it would change or meet. */
    previewRevert: (planId: string, direction: RevertRequest['direction']) => previewRevert(context, planId, direction),
    /** Takes back what the plan applied, or takes that back again: by commits on top, never by moving a branch back. */
    revertApply: (planId: string, request: RevertRequest) => revertApply(context, planId, request),
    /** Takes sandboxes that `restore` brought back away again, as they were. */
    putAway: async (before: readonly Sandbox[]): Promise<void> => {
      for (const sandbox of before) await context.lock(`plan:${sandbox.planId}`, () => putAway(context, sandbox))
    },
  }
}

/** What stands wrong with sandboxes because of what others did to them, and what puts it right. */
function puttingRight(context: Context) {
  return {
    reconcile: (): Promise<Reconciliation> => reconcileSandboxes(context),
    /** What stood wrong with the sandboxes of a plan when they were last looked at. */
    /** Sandboxes that others have done something to: of one plan, or all. */
    findings: (planId?: string): Finding[] =>
      [...context.findings.values()].filter((finding) => planId === undefined || finding.planId === planId),
    repair: (planId: string, movedTo?: string): Promise<void> => repairSandboxes(context, planId, movedTo),
  }
}

/** What isolates a plan's work on checkouts and folders and brings it back: every call that other slices make. */
export type Sandboxes = ReturnType<typeof createSandboxes>

export function createSandboxes(deps: SandboxDeps) {
  const context = createContext(deps)
  return {
    ...goingBack(context),
    ...basedOn(context),
    captureBase: (source: Source, options: { readonly planId: string; readonly includeUncommitted: boolean }) =>
      captureBase(context, source, options),
    /** Refuses a folder that no plan could start from, without copying any of it. */
    inspectFolder: (source: Source) => inspectFolder(context, source),
    /** Deletes what is kept of a folder that is no resource any more: its states and the trash of its plans. */
    forgetFolder: (resourceId: string) => forgetFolder(context, resourceId),
    /** Does the same, at a start, for resources that were removed just before the application ended; answers what failed. */
    forgetOrphans: (registered: ReadonlySet<string>) => forgetOrphans(context, registered),
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
    /** Links that lead out of a sandbox, so that a command may follow them. */
    linksOut: (sandbox: Sandbox): Promise<LinkOut[]> => linksOut(context, sandbox),
    uncovered: (sandbox: Sandbox) => listUncovered(context, sandbox),
    changes: (planId: string, options: { readonly patches?: boolean; readonly paths?: readonly string[] } = {}) =>
      listChanges(context, planId, options),
    /** Files changed as of the last checkpoint. */
    countChanges: (planId: string) => countChanges(context, planId),
    /** What Apply would bring: the changes without those that were rejected. */
    acceptedChanges: (planId: string) => acceptedChanges(context, planId),
    acceptedTrees: (planId: string): Promise<Trees> => acceptedTrees(context, planId),
    /** Notes where branches and files stand, before something runs in the sandboxes that is not to move them. */
    holdBranches: (planId: string): Promise<void> => holdBranches(context, planId),
    /** Puts what was moved since then back, with all files; `keepAs` names the checkpoint of what was found there. */
    backToBranch: (planId: string, keepAs: string): Promise<readonly Returned[]> =>
      backToBranch(context, planId, { only: 'held', keepAs }),
    /** Looks at the sandboxes while they hold what Apply would bring, without what was rejected. */
    whileAccepted: <T>(planId: string, look: () => Promise<T>): Promise<T> => whileAccepted(context, planId, look),
    /** Bytes of what git stores, by its object names; only those that are files. */
    sizes: (planId: string, resourceId: string, oids: readonly string[]) => sizesOf(context, planId, resourceId, oids),
    /** The content of a file as git stores it; null where it is larger than `limit` bytes. */
    content: (planId: string, resourceId: string, oid: string, limit: number) =>
      readContent(context, planId, resourceId, oid, limit),
    /** The same of many files at once, by their object names; without those that are larger. */
    contents: (planId: string, resourceId: string, oids: readonly string[], limit: number) =>
      readContents(context, planId, resourceId, oids, limit),
    /** The unified patch between two files that git stores; null where it is larger than `limit` bytes. */
    patch: (planId: string, resourceId: string, oids: readonly [string, string], limit: number) =>
      readPatch(context, planId, resourceId, oids, limit),
    filesNaming: (planId: string, resourceId: string, search: WordSearch) =>
      filesNaming(context, planId, resourceId, search),
    compareSource: (source: Source, fingerprint: Fingerprint) => compareSource(context, source, fingerprint),
    /** `trusted` decides only what is said about the hooks. */
    previewApply: (
      planId: string,
      mode: ApplyMode,
      targets?: Readonly<Record<string, string>>,
      trusted: ApplyRequest['trusted'] = () => false,
    ) => previewApply(context, planId, { mode, targets, trusted }),
    /** Refuses where nothing could be applied, because a repository or a folder cannot be written. */
    requireWritable: (planId: string): Promise<void> => {
      const ready = context.repository.sandboxesOf(planId).filter(({ state }) => state === 'ready')
      return requireWritable(ready)
    },
    apply: (planId: string, request: Omit<ApplyRequest, 'preview'>) => applyPlan(context, planId, request),
    /** What the plan's apply did, once its targets hold the changes; null where it has not come so far. */
    receipts: (planId: string): readonly Receipt[] | null =>
      standingApply(context.repository.journalsOf(planId))?.data.receipts ?? null,
    /** The hook that runs for a plan's apply now. */
    runningHook: (planId: string): RunningHook | null => context.hooks.get(planId) ?? null,
    discard: (planId: string) => discardPlan(context, planId),
    /** Forgets the snapshot of uncommitted work of a plan that never got a sandbox. */
    hasPath: (base: BaseState, path: string) => hasPath(context, base, path),
    inSource: (source: Pick<Source, 'path'>, path: string) => inSource(source, path),
    releaseBase: (planId: string, resourceId: string, base: BaseState) =>
      releaseBase(context, planId, resourceId, base),
    restore: (planId: string): Promise<Sandbox[]> => context.lock(`plan:${planId}`, () => restorePlan(context, planId)),
    /** Applies, and what takes them back, that were interrupted: `recover` finishes each or takes it back. */
    interruptedApplies: () => interruptedApplies(context),
    recover: () => recoverSandboxes(context),
    ...puttingRight(context),
  }
}
export { settleCopiedSandboxes } from './settle-copy'
