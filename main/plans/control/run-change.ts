import { builtinTurn } from '../command-mark'
import { isTerminal } from '@shared/model/plan'
import { conflict } from '@shared/model/refusal'
import type { Bases, Trees } from '../../sandboxes'
import type { Plan } from '../domain/plan'
import { subjectOf } from '../domain/plan-title'
import { meetRules } from '../meet-rules'
import { movePlan, type Moved } from '../move-plan'
import type { PlanDeps } from '../ports'
import type { ChangeData, PlanChange } from './plan-change'

export type NewChange = Pick<PlanChange, 'planId' | 'kind' | 'decisionId' | 'newDecisionId'> & {
  readonly id: string
  readonly data: ChangeData
  /** The plan's version when the change was worked out: a command that came between them makes this one a conflict. */
  readonly version: number
  /** What stood in the sandboxes then. */
  readonly seen: Trees
}

function refuseMeanwhile(planId: string) {
  return conflict(
    'plan.changed_meanwhile',
    `Plan ${planId} was changed at the same moment; nothing of this was done.`,
    {
      hint: 'Look at the plan again and repeat the command where it still applies.',
    },
  )
}

/** Takes the checkpoint of what stands there, so that the change can be undone, and answers its trees. */
async function checkpointBefore(deps: PlanDeps, change: NewChange): Promise<Trees> {
  const trees: Record<string, string> = {}
  const decisionSeq = deps.decisions.lastSeq(change.planId)
  const position = {
    decisionSeq,
    turnSeq: deps.conversation.lastTurn(change.planId, 'execute'),
    callId: null,
    done: true,
  }
  for (const sandbox of deps.sandboxes.get(change.planId)) {
    if (sandbox.state !== 'ready') continue
    const label = `before ${change.data.title}`
    const checkpoint = await deps.sandboxes.checkpoint(sandbox, { label, cause: 'before_change', position })
    trees[sandbox.resourceId] = checkpoint.resources[sandbox.resourceId]?.tree ?? ''
  }
  const different = Object.entries(trees).some(([resource, tree]) => change.seen[resource] !== tree)
  if (different) throw refuseMeanwhile(change.planId)
  return trees
}

/** The plan reads from what its sandboxes are based on. */
function setBases(deps: PlanDeps, planId: string, bases: Bases): void {
  deps.sandboxes.setBases(planId, bases)
  for (const [resourceId, base] of Object.entries(bases)) deps.plans.setBase(planId, resourceId, base)
}

/** Performs the effects on the database: all of them, in the transaction that ends the change. */
function applyEffects(deps: PlanDeps, change: Pick<PlanChange, 'id' | 'planId'>, data: ChangeData): Moved {
  const { planId } = change
  const { effects } = data
  const now = deps.clock()
  const plan = deps.plans.byId(planId)
  if (!plan) throw new Error(`plan ${planId} is gone`)
  if (effects.decision) deps.decisions.add(effects.decision)
  for (const id of effects.supersede) deps.decisions.supersede(id, effects.by, now)
  deps.decisions.revive(effects.revive)
  if (effects.withdrawGuidance) deps.guidance.withdraw(effects.withdrawGuidance)
  if (effects.guidance && effects.decision)
    deps.guidance.add({ ...effects.guidance, planId, decisionId: effects.decision.id })
  for (const { phase, from } of effects.cut) deps.conversation.cutTurns(planId, phase, from, change.id)
  if (effects.uncut) deps.conversation.uncutTurns(planId, effects.uncut)
  for (const turn of effects.turns) deps.conversation.replaceTurn(planId, turn.phase, turn.seq, turn.after)
  if (effects.note) deps.conversation.append(planId, effects.note.phase, { role: 'user', text: effects.note.text })
  // What a built-in actor was ended in the middle of is settled by this change: nothing is set back once more.
  deps.conversation.endOpen(planId, 'execute', builtinTurn)
  if (data.bases) setBases(deps, planId, data.bases.after)
  deps.sandboxes.dropCheckpoints(data.dropped, change.id)
  if (effects.undrop) {
    const undone = deps.changeLog.byId(effects.undrop)
    deps.sandboxes.dropCheckpoints(undone?.data.dropped ?? [], null)
  }
  if (effects.undoes) deps.changeLog.markUndone(effects.undoes, change.id)
  deps.changeLog.record(change.id, data)
  deps.changeLog.end(change.id, 'done')
  const moved: Moved = effects.event
    ? movePlan(deps, plan, effects.event, effects.plan)
    : { plan: deps.plans.store(plan, effects.plan, 'note', now), effects: [], nothing: null }
  if (isTerminal(plan.state) && !isTerminal(moved.plan.state)) meetRules(deps, moved.plan)
  return moved
}

/** Ends a change whose files stand as they should. */
export function finishChange(deps: PlanDeps, change: Pick<PlanChange, 'id' | 'planId'>, data: ChangeData): Moved {
  const { planId } = change
  const { dropAbove } = data.effects
  const dropped =
    dropAbove === null
      ? []
      : deps.sandboxes
          .checkpoints(planId)
          .filter(({ id, number }) => number > dropAbove && !data.keptIds.includes(id))
          .map(({ id }) => id)
  const moved = deps.db.transaction(() => applyEffects(deps, change, { ...data, dropped }))
  const title = `${data.title.charAt(0).toUpperCase()}${data.title.slice(1)}`
  deps.activity.add(planId, { phase: moved.plan.phase, kind: 'notice', title, body: data.guidance })
  deps.changes.publish('decision', planId, 'decided')
  deps.changes.publish('plan', planId, moved.plan.state)
  return moved
}

/** Puts everything back as it was before a change that did not come to its end. */
export async function takeChangeBack(
  deps: PlanDeps,
  change: Pick<PlanChange, 'id' | 'planId' | 'data'>,
): Promise<void> {
  const { trees, sandboxes } = change.data.before
  if (sandboxes !== null) await deps.sandboxes.putAway(sandboxes)
  else if (trees !== null) await deps.sandboxes.restoreTrees(change.planId, trees)
  if (change.data.bases && sandboxes === null) await deps.sandboxes.moveHeads(change.planId, change.data.bases.before)
  const made = deps.sandboxes
    .checkpoints(change.planId)
    .filter(({ number }) => number > change.data.before.checkpointNumber)
  deps.db.transaction(() => {
    deps.sandboxes.dropCheckpoints(
      made.map(({ id }) => id),
      change.id,
    )
    deps.changeLog.end(change.id, 'taken_back')
  })
}

/** What the plan changes once the change is done; what it is based on is recorded later. */
function changedFrom(deps: PlanDeps, planId: string, { bases }: ChangeData) {
  if (!bases) return deps.sandboxes.changes(planId, { patches: false })
  const from = Object.entries(bases.after).map(([resourceId, { baseTree }]) => [resourceId, baseTree] as const)
  return deps.sandboxes.compare(planId, Object.fromEntries(from), null, { patches: false })
}

async function touchFiles(deps: PlanDeps, change: NewChange, trusted: ReadonlySet<string>): Promise<ChangeData> {
  const { planId } = change
  let { data } = change
  if (data.before.sandboxes !== null) await deps.sandboxes.restore(planId)
  data = { ...data, before: { ...data.before, trees: await checkpointBefore(deps, change) } }
  deps.changeLog.record(change.id, data)
  if (data.after !== null) await deps.sandboxes.restoreTrees(planId, data.after)
  if (data.bases) await deps.sandboxes.moveHeads(planId, data.bases.after)
  for (const { trees, bases, ...work } of data.kept) {
    const { id } = await deps.sandboxes.recordCheckpoint(planId, trees, { ...work, cause: 'after_change' }, bases)
    data = { ...data, keptIds: [...data.keptIds, id] }
  }
  if (data.after !== null) {
    const files = await changedFrom(deps, planId, data)
    const plan: Partial<Plan> = { filesModified: files.length, ...data.effects.plan }
    data = { ...data, effects: { ...data.effects, plan } }
  }
  deps.changeLog.record(change.id, data)
  // Last: from here on there is no way back, and a start after a crash finishes the change.
  if (data.repository !== null)
    await deps.sandboxes.revertApply(planId, {
      direction: data.repository,
      message: revertMessage(deps, planId, data.repository),
      trusted: (resourceId) => trusted.has(resourceId),
      cause: change.id,
    })
  return data
}

function revertMessage(deps: PlanDeps, planId: string, direction: 'undo' | 'redo'): string {
  const plan = deps.plans.byId(planId)
  const verb = direction === 'undo' ? 'Revert' : 'Reapply'
  const about = (title: string) => `${verb} "${title}"`
  if (!plan) return `${about(planId)}\n\nPlan: ${planId}`
  const { subject, whole } = subjectOf(plan, about)
  return [subject, ...(whole === null ? [] : [whole]), `Plan: ${planId}`].join('\n\n')
}

/**
 * Carries out a change of a plan: recorded first, files next, the database last in one transaction. A failure on the way
 * takes all of it back; so does the next start after a crash, or it finishes what the repository holds already.
 */
export async function runChange(deps: PlanDeps, change: NewChange): Promise<Moved> {
  const trusted = new Set<string>()
  if (change.data.repository !== null)
    for (const { resourceId } of deps.sandboxes.get(change.planId))
      if (await deps.projects.isTrusted(resourceId)) trusted.add(resourceId)
  const { seen: _seen, version, ...row } = change
  if (deps.plans.byId(change.planId)?.version !== version) throw refuseMeanwhile(change.planId)
  deps.changeLog.begin(row)
  let data: ChangeData
  try {
    data = await touchFiles(deps, change, trusted)
  } catch (error) {
    const recorded = deps.changeLog.byId(change.id)
    if (recorded && !deps.sandboxes.hasReverted(change.planId, change.id)) await takeChangeBack(deps, recorded)
    throw error
  }
  return finishChange(deps, change, data)
}

/** Finishes or takes back the changes that were under way when the application ended. */
export async function recoverChanges(deps: PlanDeps): Promise<void> {
  for (const change of deps.changeLog.open()) {
    try {
      if (deps.sandboxes.hasReverted(change.planId, change.id)) finishChange(deps, change, change.data)
      else await takeChangeBack(deps, change)
    } catch (error) {
      // Its repository may be away: the plan stays as it is, and the next start tries again.
      deps.log.error('recover.change_failed', error, { plan: change.planId, change: change.id })
    }
  }
}
