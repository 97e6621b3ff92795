import { invalid, missing } from '@shared/model/refusal'
import type { CorrectionDiff } from '@shared/contract/plan-control'
import type { FileChange, Trees } from '../../sandboxes'
import type { PlanDeps } from '../ports'
import type { PlanChange } from './plan-change'

/** The correction that an id, or the id of the decision it added, or a unique piece of one, stands for. */
export function findCorrection(deps: Pick<PlanDeps, 'changeLog'>, query: string): PlanChange {
  const found = deps.changeLog.correctionsLike(query)
  if (found.length > 1)
    throw invalid('correction.ambiguous', `${query} could be ${found.length} corrections.`, {
      hint: `Write more of the id: ${found
        .slice(0, 5)
        .map(({ id }) => id)
        .join(', ')}`,
    })
  const change = found[0] && deps.changeLog.byId(found[0].id)
  if (!change)
    throw missing('correction.unknown', `There is no correction ${query}.`, {
      hint: 'A correction is named by its id, or by that of the decision it added.',
    })
  return change
}

const keyOf = ({ resource, path }: Pick<FileChange, 'resource' | 'path'>) => `${resource}\0${path}`

/** Compares what the plan changed before a correction with what it changes after it, up to the next change of the plan. */
export async function correctionDiff(deps: PlanDeps, change: PlanChange, patches: boolean): Promise<CorrectionDiff> {
  const { planId, data } = change
  const before = data.before.trees ?? {}
  const next: Trees | null = deps.changeLog.after(change)?.data.before.trees ?? null
  const after = next ?? (await deps.sandboxes.presentTrees(planId))
  const [between, was, is] = await Promise.all([
    deps.sandboxes.compare(planId, before, after, { patches }),
    deps.sandboxes.compare(planId, {}, before),
    deps.sandboxes.compare(planId, {}, after),
  ])
  const sides = [was, is].map((files) => new Map(files.map((file) => [keyOf(file), file])))
  const lines = (file: FileChange | undefined) =>
    file ? { insertions: file.insertions, deletions: file.deletions } : null
  const files = between.map(({ resource, path, status, insertions, deletions, binary, patch, tooLarge }) => ({
    resource,
    path,
    status,
    before: lines(sides[0]?.get(keyOf({ resource, path }))),
    after: lines(sides[1]?.get(keyOf({ resource, path }))),
    insertions,
    deletions,
    binary,
    patch,
    too_large: tooLarge,
  }))
  return {
    ...correctionSummary(change),
    plan_id: planId,
    files,
    insertions: files.reduce((sum, file) => sum + file.insertions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
  }
}

export const correctionSummary = ({ id, decisionId, newDecisionId, data, undoneBy, created }: PlanChange) => ({
  correction_id: id,
  decision_id: decisionId ?? '',
  new_decision_id: newDecisionId ?? '',
  mode: data.mode ?? ('revert' as const),
  guidance: data.guidance,
  undone: undoneBy !== null,
  created,
})
