import type {
  CorrectionView,
  ReceiptView,
  RestoredPath,
  RollbackView,
  UndoneView,
  UndoPreviewView,
} from '@shared/contract/plan-control'
import { grouped, plural } from '@shared/model/plural'
import { fields, lines, present, type Block, type Line } from '../output/block'
import { waivedBlock } from './invariant-blocks'
import { nextSteps } from './plan-blocks'
import { duration, moment, money, phaseName, stateName } from './text'

const pathsTable = (title: string, files: readonly RestoredPath[], empty: string, restored = 'restored'): Block => ({
  kind: 'table',
  title,
  columns: ['File', 'Action'],
  rows: files.map(({ path, action, hunks }) => [
    hunks === undefined ? path : `${path}, hunk ${hunks.join(', ')}`,
    action === 'restored' ? restored : action,
  ]),
  empty,
})

const warnLines = (title: string, texts: readonly string[]): Block | null =>
  texts.length > 0
    ? lines(
        title,
        texts.map((text): Line => ({ text, tone: 'warn' })),
      )
    : null

const conflictLines = (conflicts: RollbackView['conflicts']): Block | null =>
  warnLines(
    'Conflicts',
    conflicts.map(({ resource, path, reason }) => `${resource}: ${path} (${reason})`),
  )

/** What a rollback does, or would do. */
export function rollbackBlocks(rollback: RollbackView): Block[] {
  const { plan, revert } = rollback
  return present(
    fields(rollback.dry_run ? 'Rollback Preview' : 'Rollback Summary', [
      ['Plan', rollback.plan_id],
      ['Checkpoint', rollback.checkpoint_id],
      ['Label', rollback.label],
      ['Files', `${rollback.files.length} reverted`],
    ]),
    pathsTable('Changes Reverted', rollback.files, 'No file differs.'),
    revert && pathsTable('Taken Back in the Repository', revert.files, 'The repository does not hold the change.'),
    conflictLines([...rollback.conflicts, ...(revert?.conflicts ?? [])]),
    warnLines('Left Alone', rollback.kept),
    fields('Impact', [
      ['Child Plans Invalidated', String(rollback.children_invalidated)],
      ['Decisions After CP', `${rollback.decisions_superseded} superseded`],
      ['Tool Calls After CP', `${rollback.tool_calls_undone} undone`],
    ]),
    warnLines('Warnings', rollback.warnings),
    !rollback.dry_run &&
      fields('Post-Rollback State', [
        ['Phase', phaseName(plan.phase)],
        ['State', stateName(plan)],
        ['Checkpoints Remaining', String(rollback.checkpoints_remaining)],
      ]),
    !rollback.dry_run && nextSteps(plan),
  )
}

/** A rollback took files away, so that its undo brings them back. */
const undoneTable = ({ undone, files }: Pick<UndoneView, 'undone' | 'files'>): Block =>
  pathsTable('Files', files, 'No file differs.', undone === 'rollback' ? 'brought back' : 'restored')

/** What an undo did. */
export function undoneBlocks(undone: UndoneView): Block[] {
  return present(
    fields('Undone', [
      ['Plan', undone.plan_id],
      ['What', undone.undone],
      ['Decisions Superseded', String(undone.decisions_superseded)],
      ['Decisions Revived', String(undone.decisions_revived)],
      ['Phase', phaseName(undone.plan.phase)],
      ['State', stateName(undone.plan)],
    ]),
    undoneTable(undone),
    nextSteps(undone.plan),
  )
}

/** What an undo would do. */
export function undoPreviewBlocks(preview: UndoPreviewView): Block[] {
  return present(
    fields('Undo Preview', [
      ['Plan', preview.plan_id],
      ['What', preview.label],
      ['Decisions Superseded', String(preview.decisions_superseded)],
      ['Decisions Revived', String(preview.decisions_revived)],
      ['Checkpoints Remaining', String(preview.checkpoints_remaining)],
      ...preview.targets.map(
        ({ resource, branch }) =>
          [resource, `changes back${branch ? ` on ${branch}` : ''}; nothing is erased`] as const,
      ),
    ]),
    undoneTable(preview),
    conflictLines(preview.conflicts),
  )
}

/** What a correction does, or would do. */
export function correctionBlocks(correction: CorrectionView): Block[] {
  const { estimate, files, invalidated, children } = correction
  const append = correction.mode === 'append'
  return present(
    fields(correction.dry_run ? 'Correction Preview' : 'Correction', [
      ['Mode', correction.mode],
      [
        'Impact',
        append
          ? 'adds to existing subtree, no rollback'
          : `${correction.impact}: ${plural(invalidated.length, 'decision')}, ${plural(children.length, 'child plan')}, ${plural(files.length, 'file')}`,
      ],
      ['New Decision', correction.new_decision_id],
      [append ? 'Appended After' : 'Corrects', correction.decision_id],
      ['Attempt', String(correction.attempt)],
      ['Correction ID', correction.correction_id],
    ]),
    !append &&
      fields('Affected Subtree', [
        ['Decisions Invalidated', String(invalidated.length)],
        ['Child Plans Rolled Back', String(children.length)],
        ['Unaffected Decisions', String(correction.preserved)],
      ]),
    !append &&
      lines(
        'Why This Impact',
        correction.impact_reasons.map((reason) => `- ${reason}`),
      ),
    children.length > 0 &&
      lines(
        'Child Plans',
        children.map(({ plan_id: id, title }) => `- ${id} ${title}`),
      ),
    !append && pathsTable('Sandbox Rollback', files, 'No file differs.'),
    conflictLines(correction.conflicts),
    warnLines('Warnings', correction.warnings),
    !append &&
      fields('Recompute', [
        ['Cost Before', money(estimate.cost_usd)],
        ['Tokens Before', grouped(estimate.tokens)],
        ['Took', duration(estimate.duration_ms)],
      ]),
    correction.correction_id !== null &&
      lines('History', [
        append ? '- Original decision preserved' : '- Original decision superseded',
        `- agents plan diff --correction ${correction.correction_id}`,
        `- agents plan undo ${correction.plan_id}`,
      ]),
  )
}

/** What an applied plan did. */
export function receiptBlocks(receipt: ReceiptView): Block[] {
  return present(
    fields('Receipt', [
      ['Plan', receipt.plan_id],
      ['Title', receipt.title],
      ['Action', receipt.action],
      ['Decisions', String(receipt.decisions)],
      ['Applied At', moment(receipt.applied_at)],
      ['Undone At', receipt.undone === null ? null : moment(receipt.undone.at)],
    ]),
    waivedBlock(receipt.waived),
    ...receipt.resources.map((target) =>
      lines(`${target.resource}${target.branch ? ` on ${target.branch}` : ''}`, [
        `Mode: ${target.mode}`,
        ...(target.commit ? [`Commit: ${target.commit}`] : []),
        ...target.files,
        ...target.notices.map((text): Line => ({ text, tone: 'warn' })),
      ]),
    ),
  )
}
