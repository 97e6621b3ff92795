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

/** Says whose changes stand against a plan's; null `conflicts` are not known yet. */
export function conflictSentence(conflicts: readonly { readonly cause: ConflictCause }[] | null): string {
  const open = (conflicts ?? []).filter(({ cause }) => cause === 'uncommitted').length
  if (conflicts === null || open === 0)
    return 'The target got other changes in the same places since the plan began. Look at both sides and choose; the plan keeps its changes.'
  if (open === conflicts.length)
    return 'Your uncommitted edits are in the same places as the plan’s changes. Commit or stash them and apply again, or bring the plan up to date with them included; the plan keeps its changes.'
  return 'The target got other changes in the same places since the plan began, and some of them are your uncommitted edits. Look at both sides and choose; the plan keeps its changes.'
}

/** What to do about conflicts, a sentence for each cause there is. */
export function conflictAdvice(conflicts: readonly { readonly cause: ConflictCause }[]): readonly string[] {
  const has = (cause: ConflictCause) => conflicts.some((conflict) => conflict.cause === cause)
  return [
    ...(has('uncommitted')
      ? [
          'Commit, stash or undo your uncommitted edits in these files, then look again. Or bring the plan up to date with them included: it then leaves its own changes uncommitted too.',
        ]
      : []),
    ...(has('committed')
      ? [
          'What was committed since the plan began changes the same lines. Bring the plan up to date: what fits is merged, and you choose the rest.',
        ]
      : []),
    ...(has('in_the_way') ? ['Move or remove the files that are in the way, then look again.'] : []),
  ]
}
