import type { ApplyPreviewView } from '@shared/contract/plans'
import type { PlanView } from '@shared/contract/plan-view'

export type ConflictCause = ApplyPreviewView['conflicts'][number]['cause']

export const causeWords: Readonly<Record<ConflictCause, string>> = {
  committed: 'committed meanwhile',
  uncommitted: 'your uncommitted edits',
  in_the_way: 'in the way',
}

/** Whether guidance reaches a plan: once it is in Apply, nothing of it runs any more that could read it. */
export function isGuidable(plan: Pick<PlanView, 'phase' | 'state'>): boolean {
  return plan.phase !== 'apply' && plan.state !== 'applied' && plan.state !== 'cancelled'
}

/** What to do about conflicts, a sentence for each cause there is. */
export function conflictAdvice(conflicts: readonly { readonly cause: ConflictCause }[]): readonly string[] {
  const has = (cause: ConflictCause) => conflicts.some((conflict) => conflict.cause === cause)
  return [
    ...(has('uncommitted') ? ['Commit, stash or undo your uncommitted edits in these files, then look again.'] : []),
    ...(has('committed')
      ? [
          'What was committed since the plan began changes the same lines. Bring the plan up to date: what fits is merged, and you choose the rest.',
        ]
      : []),
    ...(has('in_the_way') ? ['Move or remove the files that are in the way, then look again.'] : []),
  ]
}
