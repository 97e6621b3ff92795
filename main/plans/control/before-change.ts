import { matchId } from '@shared/model/id'
import { plural } from '@shared/model/plural'
import { conflict, invalid, missing } from '@shared/model/refusal'
import type { Decision } from '../../decisions'
import {
  areSameBases,
  type Checkpoint,
  type OnConflict,
  type RestorePreview,
  type Sandbox,
  type Trees,
} from '../../sandboxes'
import type { Plan, Standing } from '../domain/plan'
import { transition, type PlanEvent } from '../domain/transition'
import { cutHistory, placeOf, type CutPlace, type NumberedTurn } from '../domain/cut-history'
import { dueHint, movePlan } from '../move-plan'
import type { PlanDeps } from '../ports'
import type { Runner } from '../runner'
import { positionOf } from '../phases/session'
import { noEffects, type ChangeData, type Effects } from './plan-change'

/** Refuses what the plan's standing does not allow, before anything is worked out. */
export function requireAllowed(plan: Plan, event: PlanEvent): void {
  const result = transition(plan, event)
  if (result.kind === 'moved') return
  throw conflict('plan.wrong_state', `Plan ${plan.id}: ${result.why}. Nothing was changed.`, {
    hint: dueHint(plan),
    details: { plan_id: plan.id, phase: plan.phase, state: plan.state },
  })
}

/** Ends the running step of a plan that is about to be changed; answers the plan at rest. */
export async function atRest(deps: PlanDeps, runner: Runner, plan: Plan): Promise<Plan> {
  const running = plan.state === 'queued' || plan.state === 'processing'
  if (running && plan.phase !== 'apply') await runner.perform(movePlan(deps, plan, { type: 'stop_requested' }))
  else if (running) await runner.settled(plan.id)
  return deps.plans.byId(plan.id) ?? plan
}

/** What a call that was ended in the middle has left counts as the plan's own work, not as somebody else's. */
export async function settleInterrupted(deps: PlanDeps, plan: Plan): Promise<void> {
  const checkpoints = deps.sandboxes.checkpoints(plan.id)
  if (checkpoints.length === 0 || !deps.conversation.hasOpenCall(plan.id)) return
  for (const sandbox of deps.sandboxes.get(plan.id)) {
    if (sandbox.state !== 'ready') continue
    const position = positionOf({ deps, plan }, null, true)
    await deps.sandboxes.checkpoint(sandbox, { label: 'when it was interrupted', cause: 'on_error', position })
  }
}

/** Whether what the plan applied stands in its target, whatever became of the plan since: a check after Apply may have failed. */
export const hasApplied = (deps: Pick<PlanDeps, 'sandboxes'>, planId: string): boolean =>
  deps.sandboxes.receipts(planId) !== null

const endedSandboxes = (deps: PlanDeps, planId: string): readonly Sandbox[] | null => {
  const ended = deps.sandboxes.get(planId).filter(({ state }) => state === 'applied' || state === 'discarded')
  return ended.length > 0 ? ended : null
}

export const standingOf = ({ phase, state, reason, gate, attempt, error }: Plan): Standing => ({
  phase,
  state,
  reason,
  gate,
  attempt,
  error,
})

/** The start of every change: what stands before it, and nothing done yet. */
export function newChange(deps: PlanDeps, plan: Plan, title: string, effects: Partial<Effects>): ChangeData {
  const { filesModified, applied, report } = plan
  return {
    title,
    mode: null,
    guidance: '',
    before: {
      standing: standingOf(plan),
      plan: { filesModified, applied, report },
      decisionSeq: deps.decisions.lastSeq(plan.id),
      checkpointNumber: deps.sandboxes.everyCheckpoint(plan.id).at(-1)?.number ?? 0,
      lastTurns: {
        strategize: deps.conversation.lastTurn(plan.id, 'strategize'),
        execute: deps.conversation.lastTurn(plan.id, 'execute'),
      },
      sandboxes: endedSandboxes(deps, plan.id),
      trees: null,
    },
    after: null,
    bases: null,
    kept: [],
    keptIds: [],
    repository: null,
    effects: { ...noEffects, ...effects },
    dropped: [],
    outcome: { files: [], invalidated: [] },
  }
}

export function findCheckpoint(deps: PlanDeps, plan: Plan, query: string): Checkpoint {
  const all = deps.sandboxes.checkpoints(plan.id)
  const ids = all.map(({ id }) => id)
  const match = ids.includes(query) ? ({ kind: 'one', id: query } as const) : matchId(query, ids)
  if (match.kind === 'ambiguous')
    throw invalid('checkpoint.ambiguous', `${query} could be ${match.candidates.length} checkpoints.`, {
      hint: `Write more of the id: ${match.candidates.slice(0, 5).join(', ')}`,
      details: { candidates: match.candidates },
    })
  const found = match.kind === 'one' ? all.find(({ id }) => id === match.id) : undefined
  if (!found)
    throw missing('checkpoint.unknown', `Plan ${plan.id} has no checkpoint ${query}.`, {
      hint: 'See `agents plan artifacts PLAN` for those that there are.',
    })
  return found
}

/** What going to a checkpoint moves of what the sandboxes are based on; null where it moves nothing. */
export function basesTo(deps: PlanDeps, checkpoint: Checkpoint): ChangeData['bases'] {
  const before = deps.sandboxes.presentBases(checkpoint.planId)
  const after = deps.sandboxes.basesAt(checkpoint)
  return areSameBases(before, after) ? null : { before, after }
}

/** The trees of a checkpoint; a resource that it does not hold stood there as the plan had found it then. */
export function wholeTrees(deps: PlanDeps, checkpoint: Checkpoint): Trees {
  const found = Object.entries(deps.sandboxes.basesAt(checkpoint)).map(([id, { baseTree }]) => [id, baseTree] as const)
  return { ...Object.fromEntries(found), ...treesOf(checkpoint) }
}

export function treesOf({ resources }: Checkpoint): Trees {
  return Object.fromEntries(Object.entries(resources).map(([resource, { tree }]) => [resource, tree]))
}

/** Whether a decision was recorded after a checkpoint. */
export function isAfter(decision: Decision, { position, created }: Checkpoint): boolean {
  return position ? decision.seq > position.decisionSeq : decision.created > created
}

/** What cutting a phase's history at a place does to the turns that are stored. */
export function cutAt(
  deps: PlanDeps,
  planId: string,
  phase: 'strategize' | 'execute',
  place: CutPlace,
): Pick<Effects, 'cut' | 'turns'> {
  const { from, turns } = cutHistory(deps.conversation.turns<NumberedTurn['turn']>(planId, phase), place)
  return { cut: [{ phase, from }], turns: turns.map((turn) => ({ phase, ...turn })) }
}

/** The place of a decision in its phase's conversation: what it and everything after it were said in. */
export function placeBefore(decision: Decision): CutPlace | null {
  const place = placeOf(decision.callId)
  return place && { ...place, keeps: false }
}

/** Settles what becomes of paths that somebody else changed: without a choice they are a conflict that names them. */
export async function resolved(
  deps: PlanDeps,
  planId: string,
  trees: Trees,
  preview: RestorePreview,
  choice: OnConflict | undefined,
): Promise<Trees> {
  if (preview.conflicts.length > 0 && choice === undefined)
    throw conflict(
      'rollback.conflict',
      `${plural(preview.conflicts.length, 'path was', 'paths were')} changed by somebody else since the plan worked on them. Nothing was changed.`,
      {
        hint: 'Keep theirs, overwrite them, or leave everything as it is.',
        details: { conflicts: preview.conflicts.map(({ resource, path, reason }) => ({ resource, path, reason })) },
      },
    )
  const lost = preview.conflicts.filter(({ covered }) => !covered)
  if (lost.length > 0 && choice === 'overwrite')
    throw conflict(
      'rollback.in_the_way',
      `${plural(lost.length, 'file that no checkpoint covers is', 'files that no checkpoint covers are')} in the way, and overwriting could not be undone. Nothing was changed.`,
      {
        hint: 'Move them aside, or keep them.',
        details: { conflicts: lost.map(({ resource, path, reason }) => ({ resource, path, reason })) },
      },
    )
  return deps.sandboxes.resolveRestore(planId, trees, preview, choice ?? 'overwrite')
}
