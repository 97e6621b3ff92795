import { lowestOpenConfidence } from '../../decisions'
import type { Receipt } from '../../sandboxes'
import type { AppliedTo, Plan } from '../domain/plan'
import type { PlanEvent } from '../domain/transition'
import type { PlanDeps } from '../ports'
import { errorFrom } from './outcome'

export type ApplyEnd = { readonly event: PlanEvent; readonly change: Partial<Plan> }

/** The text of the apply commit: what was done, by which plan and action, after which decisions. */
export function commitMessage(deps: Pick<PlanDeps, 'decisions'>, plan: Plan): string {
  const decided = deps.decisions
    .live(plan.id)
    .filter((decision) => decision.type === 'strategy_choice' || decision.type === 'implementation_choice')
  const lines = decided.slice(0, 20).map((decision) => `- ${decision.question}: ${decision.chosen}`.slice(0, 200))
  const more = decided.length > lines.length ? [`- and ${decided.length - lines.length} more`] : []
  const decisions = lines.length > 0 ? ['', 'Decisions:', ...lines, ...more] : []
  return [plan.title.slice(0, 72), ...decisions, '', `Plan: ${plan.id}`, `Action: ${plan.action.name}`].join('\n')
}

/** What a receipt says, as it is kept with the plan. */
export function appliedTo({ resource, mode, branch, before, after, commit, files, notices }: Receipt): AppliedTo {
  return { resource, mode, branch, before, after, commit, files: files.length, notices }
}

/** Applies a claimed plan: all resources or none. A conflict changes nothing and lists the files. */
export async function runApply(deps: PlanDeps, plan: Plan): Promise<ApplyEnd> {
  try {
    const trusted = new Set<string>()
    for (const { resourceId } of deps.sandboxes.get(plan.id))
      if (await deps.projects.isTrusted(resourceId)) trusted.add(resourceId)
    const outcome = await deps.sandboxes.apply(plan.id, {
      mode: plan.applyMode,
      message: commitMessage(deps, plan),
      trusted: (resourceId) => trusted.has(resourceId),
    })
    if (!outcome.applied) {
      const list = outcome.conflicts.map((item) => `${item.resource}: ${item.path}: ${item.reason}`).join('\n')
      deps.activity.add(plan.id, {
        phase: 'apply',
        kind: 'error',
        title: `Apply was refused: ${outcome.conflicts.length} conflicts; nothing was changed`,
        body: list,
      })
      return { event: { type: 'apply_refused', reason: 'conflict' }, change: {} }
    }
    return { event: { type: 'applied' }, change: { applied: outcome.receipts.map(appliedTo) } }
  } catch (thrown) {
    deps.log.error('apply.failed', thrown, { plan: plan.id })
    return { event: { type: 'failed', error: errorFrom(thrown) }, change: {} }
  }
}

/** Whether the next phase starts by itself: its threshold against the lowest confidence that nobody has answered. */
export function nextOpensAlone(deps: Pick<PlanDeps, 'decisions'>, plan: Plan): boolean {
  const { create_tool: startExecute, select_tool: startApply } = plan.profile.thresholds
  const threshold = plan.phase === 'strategize' ? startExecute : startApply
  if (threshold <= 0) return true
  if (threshold >= 1) return false
  return lowestOpenConfidence(deps.decisions.live(plan.id), plan.phase) >= threshold
}
