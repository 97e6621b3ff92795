import { affectedBy, type Decision } from '../../decisions'
import type { Checkpoint, Trees } from '../../sandboxes'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'
import { isAfter, treesOf } from './before-change'
import type { KeptWork } from './plan-change'

export type Replay = {
  /** Decisions that the correction takes back, the target among them. */
  readonly affected: ReadonlySet<string>
  readonly trees: Trees
  readonly kept: readonly KeptWork[]
  /** Paths of somebody else's changes that do not fit on what is left. */
  readonly conflicts: readonly { readonly resourceId: string; readonly path: string }[]
  /** The checkpoint from which on everything is put together anew; null where Execute has not written yet. */
  readonly from: Checkpoint | null
  readonly commands: number
}

/** Never taken back: what is asked, and the rules that hold. */
const lasting: ReadonlySet<string> = new Set(['prompt_definition', 'invariant_enforced'])

/** The target, its descendants and whatever they influence, without what lasts. */
function reach(target: string, all: readonly Decision[], into: Set<string>): void {
  const types = new Map(all.map(({ id, type }) => [id, type]))
  for (const id of [target, ...affectedBy(target, all)]) if (!lasting.has(types.get(id) ?? '')) into.add(id)
}

/** The last checkpoint that was taken before a decision; for one of Strategize the first there is. */
function startOf(target: Decision, checkpoints: readonly Checkpoint[]): number {
  if (target.phase === 'strategize') return 0
  const last = checkpoints.findLastIndex((checkpoint) => isAfter(target, checkpoint))
  return Math.max(0, last)
}

type Step = { readonly before: Checkpoint; readonly after: Checkpoint; readonly owner: Decision | null }

/** Those that the plan's work has led over; what a check wrote was put back. */
const workOf = (deps: Pick<PlanDeps, 'sandboxes'>, planId: string): readonly Checkpoint[] =>
  deps.sandboxes.checkpoints(planId).filter(({ cause }) => cause !== 'by_check')

function stepsFrom(start: number, checkpoints: readonly Checkpoint[], all: readonly Decision[]): Step[] {
  const byId = new Map(all.map((decision) => [decision.id, decision]))
  return checkpoints.slice(start + 1).map((after, at) => ({
    before: checkpoints[start + at]!,
    after,
    owner: after.decisionId === null ? null : (byId.get(after.decisionId) ?? null),
  }))
}

/**
 * What correcting a decision reaches as far as the record alone tells it: what it takes back, and the commands among that.
 * Work that would no longer fit on what is left shows only when it is put together anew.
 */
export function recordedReach(
  deps: Pick<PlanDeps, 'decisions' | 'sandboxes'>,
  planId: string,
  target: Decision,
): Pick<Replay, 'affected' | 'commands'> {
  const all = deps.decisions.live(planId)
  const affected = new Set<string>()
  reach(target.id, all, affected)
  const checkpoints = workOf(deps, planId)
  let commands = 0
  for (const { before, after, owner } of stepsFrom(startOf(target, checkpoints), checkpoints, all)) {
    if (deps.sandboxes.wereRebased(before, after)) continue
    if (owner !== null && affected.has(owner.id)) {
      if (after.tool === 'run_command') commands++
      continue
    }
    if (after.tool !== 'run_command' && after.cause !== 'on_error') continue
    if (after.cause === 'after_write' || after.cause === 'on_error') commands++
    if (owner !== null) reach(owner.id, all, affected)
  }
  return { affected, commands }
}

/**
 * Works out in memory what a correction leaves: the state before the target, with the later work that does not hang on it
 * put back as patches in order. Work that no longer fits, and any command, joins what is taken back, with all it influenced.
 */
export async function replayWork(deps: PlanDeps, plan: Plan, target: Decision, present: Trees): Promise<Replay> {
  const all = deps.decisions.live(plan.id)
  const affected = new Set<string>()
  reach(target.id, all, affected)
  const checkpoints = workOf(deps, plan.id)
  const [first] = checkpoints
  if (!first) return { affected, trees: present, kept: [], conflicts: [], from: null, commands: 0 }
  const start = startOf(target, checkpoints)
  const from = checkpoints[start] ?? first
  let trees = treesOf(from)
  let commands = 0
  const kept: KeptWork[] = []
  const conflicts: { resourceId: string; path: string }[] = []
  for (const { before, after, owner } of stepsFrom(start, checkpoints, all)) {
    if (deps.sandboxes.wereRebased(before, after)) {
      trees = await deps.sandboxes.carryBases(trees, before, after)
      continue
    }
    if (owner !== null && affected.has(owner.id)) {
      if (after.tool === 'run_command') commands++
      continue
    }
    if (after.tool === 'run_command' || after.cause === 'on_error') {
      if (after.cause === 'after_write' || after.cause === 'on_error') commands++
      if (owner !== null) reach(owner.id, all, affected)
      // What stood there before a command was somebody else's, unlike what the command made of it.
      if (after.cause !== 'before_write') continue
    }
    const states = { base: treesOf(before), ours: trees, theirs: treesOf(after) }
    const merged = await deps.sandboxes.mergeStates(plan.id, states, owner === null)
    if (merged.conflicts.length > 0 && owner !== null) {
      reach(owner.id, all, affected)
      continue
    }
    conflicts.push(...merged.conflicts)
    trees = merged.trees
    const { label, tool, decisionId } = after
    const decisionSeq = owner?.seq ?? from.position?.decisionSeq ?? 0
    const position = { decisionSeq, turnSeq: from.position?.turnSeq ?? null, callId: null, done: true }
    if (owner !== null) kept.push({ label, tool, decisionId, trees, position, bases: deps.sandboxes.basesAt(after) })
  }
  const last = checkpoints.at(-1) ?? first
  const states = { base: treesOf(last), ours: trees, theirs: present }
  const merged = await deps.sandboxes.mergeStates(plan.id, states, true)
  return { affected, trees: merged.trees, kept, conflicts: [...conflicts, ...merged.conflicts], from, commands }
}
