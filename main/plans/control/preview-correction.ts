import type { CorrectionMode } from '@shared/model/decision'
import { plural } from '@shared/model/plural'
import { conflict, invalid } from '@shared/model/refusal'
import type { Decision } from '../../decisions'
import type { Trees } from '../../sandboxes'
import { childrenOf, correctionImpact, type CorrectionImpact } from '../domain/correction-impact'
import type { Plan } from '../domain/plan'
import type { PlanEvent } from '../domain/transition'
import type { PlanDeps } from '../ports'
import { requireNotUndone } from '../undone-apply'
import { hasApplied, requireAllowed, settleInterrupted } from './before-change'
import { shownPath, type ChangedPath } from './changed-paths'
import { replayWork, type Replay } from './replay-work'
import { phasesFrom, revertOf, type Revert } from './roll-back'

export type CorrectionPreview = {
  readonly plan: Plan
  readonly target: Decision
  readonly mode: CorrectionMode
  readonly invalidated: readonly Decision[]
  readonly preserved: number
  readonly files: readonly ChangedPath[]
  readonly conflicts: readonly { readonly resource: string; readonly path: string; readonly reason: string }[]
  readonly warnings: readonly string[]
  readonly impact: CorrectionImpact
  /** Child plans that decisions among the invalidated ones started. */
  readonly children: readonly { readonly id: string; readonly title: string }[]
  /** What the steps that are done again cost before; null where a price was unknown. */
  readonly estimate: {
    readonly calls: number
    readonly tokens: number
    readonly costMicro: number | null
    readonly durationMs: number
  }
  readonly replay: Replay
  readonly present: Trees
  /** What the target gets where the plan's change stands in it; null where it does not. */
  readonly revert: Revert | null
}

const isUndone = (deps: PlanDeps, plan: Plan): boolean => plan.state === 'applied' && !hasApplied(deps, plan.id)

/** What a correction of this decision does to the plan's standing. */
export function eventOf(deps: PlanDeps, plan: Plan, target: Decision, mode: CorrectionMode): PlanEvent {
  if (mode === 'append') return { type: 'appended' }
  return { type: 'corrected', phase: target.phase, undone: isUndone(deps, plan) }
}

/** Whether a rollback took a decision back, and nothing was decided in its place since. */
const isRolledBack = (deps: PlanDeps, target: Decision): boolean =>
  deps.decisions.live(target.planId).some(({ id, type }) => id === target.supersededBy && type === 'reversion')

export function requireCorrectable(deps: PlanDeps, plan: Plan, target: Decision, mode: CorrectionMode): void {
  if (target.planId !== plan.id) throw invalid('decision.other_plan', 'The decision belongs to another plan.')
  requireNotUndone(deps, plan)
  if (target.supersededAt === null || (mode === 'revert' && isRolledBack(deps, target))) return
  const by = target.supersededBy === null ? '' : ` by ${target.supersededBy}`
  throw conflict('decision.superseded', `This decision was superseded${by} already; nothing was changed.`, {
    hint: target.supersededBy === null ? 'See `agents plan tree PLAN`.' : `Correct ${target.supersededBy} instead.`,
    details: { decision_id: target.id, superseded_by: target.supersededBy },
  })
}

function estimateOf(deps: PlanDeps, plan: Plan, target: Decision): CorrectionPreview['estimate'] {
  const since = deps.usage.lastBefore(plan.id, target.phase, target.created) ?? target.created
  const sum = deps.usage.since(plan.id, phasesFrom(target.phase), since)
  return {
    calls: sum.calls,
    tokens: sum.input + sum.output + sum.cacheWrite + sum.cacheRead,
    costMicro: sum.cost,
    durationMs: deps.plans.workedSince(plan.id, target.created, deps.clock()),
  }
}

async function warningsOf(deps: PlanDeps, plan: Plan, replay: Replay, revert: Revert | null): Promise<string[]> {
  const warnings = revert === null ? [] : ['What the plan applied is taken back in its target, by a commit on top.']
  if (replay.commands === 0) return warnings
  const count = plural(replay.commands, 'command is', 'commands are')
  warnings.push(
    `${count} among what is taken back. What ${replay.commands === 1 ? 'it' : 'they'} did outside of the sandbox, such as to a database or a server, cannot be rolled back.`,
  )
  for (const sandbox of deps.sandboxes.get(plan.id)) {
    if (sandbox.state !== 'ready') continue
    const { ignored, nestedRepositories } = await deps.sandboxes.uncovered(sandbox)
    const all = [...nestedRepositories, ...ignored]
    if (all.length === 0) continue
    const more = all.length > 10 ? ` and ${all.length - 10} more` : ''
    warnings.push(`Cannot be rolled back in ${sandbox.name}: ${all.slice(0, 10).join(', ')}${more}.`)
  }
  return warnings
}

async function filesBetween(deps: PlanDeps, plan: Plan, from: Trees, to: Trees): Promise<ChangedPath[]> {
  const changes = await deps.sandboxes.compare(plan.id, from, to)
  return changes.flatMap(({ resource, path, oldPath, status }): ChangedPath[] => {
    const back = { resource, path, action: status === 'deleted' ? ('removed' as const) : ('restored' as const) }
    if (status !== 'renamed' || oldPath === null) return [back]
    return [back, { resource, path: oldPath, action: 'removed' }]
  })
}

type Found = Pick<
  CorrectionPreview,
  'plan' | 'target' | 'mode' | 'invalidated' | 'files' | 'conflicts' | 'children' | 'revert'
>

function impactOf(found: Found, commands: number): CorrectionImpact {
  const { plan, target, invalidated, files, children, conflicts, revert } = found
  return correctionImpact({
    decisions: invalidated.length,
    files: files.length,
    children: children.length,
    commands,
    conflicts: conflicts.length + (revert?.conflicts.length ?? 0),
    restarts: found.mode === 'revert' && target.phase === 'strategize' && plan.phase !== 'strategize',
    reverts: revert !== null,
  })
}

/** Counts what correcting a decision would do. Nothing is changed. */
export async function previewCorrection(
  deps: PlanDeps,
  plan: Plan,
  target: Decision,
  mode: CorrectionMode,
): Promise<CorrectionPreview> {
  requireCorrectable(deps, plan, target, mode)
  requireAllowed(plan, eventOf(deps, plan, target, mode))
  await settleInterrupted(deps, plan)
  const present = await deps.sandboxes.presentTrees(plan.id)
  const live = deps.decisions.live(plan.id)
  const nothing = { affected: new Set<string>(), trees: present, kept: [], conflicts: [], from: null, commands: 0 }
  const takesBack = mode === 'revert' && target.supersededAt === null
  const replay: Replay = takesBack ? await replayWork(deps, plan, target, present) : nothing
  const revert = mode === 'revert' && hasApplied(deps, plan.id) ? await revertOf(deps, plan.id) : null
  const invalidated = live.filter(({ id }) => replay.affected.has(id))
  const files = takesBack ? await filesBetween(deps, plan, present, replay.trees) : []
  const shown = shownPath(deps, plan.id)
  const names = new Map(deps.sandboxes.get(plan.id).map(({ resourceId, name }) => [resourceId, name]))
  const estimate = estimateOf(deps, plan, target)
  const conflicts = replay.conflicts.map((place) => ({
    resource: names.get(place.resourceId) ?? '',
    path: shown(place),
    reason: 'changed by somebody else since',
  }))
  const children = childrenOf(replay.affected, live, deps.plans.childrenOf(plan.id))
  const found = { plan, target, mode, invalidated, files, children, conflicts, revert }
  return {
    ...found,
    preserved: live.length - invalidated.length,
    warnings: await warningsOf(deps, plan, replay, revert),
    impact: impactOf(found, replay.commands),
    estimate: takesBack ? estimate : { calls: 0, tokens: 0, costMicro: 0, durationMs: 0 },
    replay,
    present,
  }
}
