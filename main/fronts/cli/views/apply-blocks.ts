import type { ApplyPreviewView } from '@shared/contract/plans'
import type { PlanView } from '@shared/contract/plan-view'
import { plural } from '@shared/model/plural'
import { fields, lines, present, type Block, type Line } from '../output/block'
import { waivedBlock, waivedOf } from './invariant-blocks'
import { appliedBlock, nextSteps, noticeLines } from './plan-blocks'
import { duration, money, phaseName, stateName } from './text'

export type Conflict = { readonly resource?: string; readonly path: string; readonly reason?: string }

export const conflictBlock = (conflicts: readonly Conflict[]): Block =>
  lines(
    'Conflicts',
    conflicts.map((conflict): Line => ({
      text: `✗ ${conflict.resource ? `${conflict.resource}: ` : ''}${conflict.path}${conflict.reason ? ` (${conflict.reason})` : ''}`,
      tone: 'bad',
    })),
  )

/** What apply would do. */
export function previewBlocks(planId: string, preview: ApplyPreviewView): Block[] {
  return present(
    fields('Apply Preview', [
      ['Plan', planId],
      ['Files', String(preview.files)],
      ['Changes', `${plural(preview.insertions, 'insertion')}, ${plural(preview.deletions, 'deletion')}`],
      ['Mode', preview.mode],
    ]),
    ...preview.resources.map((resource) =>
      lines(`${resource.resource}${resource.branch ? ` on ${resource.branch}` : ''}`, [
        ...resource.files,
        ...resource.notices.map((notice): Line => ({ text: notice, tone: 'warn' })),
        ...(resource.branch && !resource.checked_out ? ['The branch is not checked out: only it moves.'] : []),
      ]),
    ),
    waivedBlock(preview.waived),
    conflictBlock(preview.conflicts),
  )
}

/** What arrived: a rejected file is among those that the plan modified, and not among these. */
const appliedFiles = (applied: NonNullable<PlanView['applied']>): number =>
  applied.reduce((sum, { files }) => sum + files, 0)

/** What apply did. */
export function applyBlocks(plan: PlanView): Block[] {
  return present(
    fields('Apply Summary', [
      ['Plan', plan.plan_id],
      ['Project', plan.projects.join(', ')],
      ['Files', plan.applied === null ? String(plan.files_modified) : `${appliedFiles(plan.applied)} applied`],
      ['Mode', plan.apply_mode],
    ]),
    appliedBlock(plan),
    waivedBlock(waivedOf(plan.invariants)),
    fields('Plan Lifecycle', [
      ['Phase', phaseName(plan.phase)],
      ['State', stateName(plan)],
      ['Total Duration', duration(plan.timing.elapsed_ms)],
      ['Total Cost', money(plan.cost_usd, plan.cost_estimated)],
      ['Decisions Made', String(plan.decisions)],
    ]),
    noticeLines(plan),
    nextSteps(plan),
  )
}
