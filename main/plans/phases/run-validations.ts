import type { Phase } from '@shared/model/plan'
import { commandMark } from '../command-mark'
import { checkedPlan, checkedTree, keepPresent, onAccepted, placesOf } from '../checked-plan'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'
import {
  endOf,
  holdsBack,
  type CheckHooks,
  type Place,
  type PlanCheck,
  type ValidationResult,
  type ValidationStanding,
} from '../../validations'

export type CheckPhase = PlanCheck['phase']

/** Calls that are no part of a conversation are counted under this turn. */
const noTurn = 0

/** Notes a check's process, so that a crash leaves none behind, and passes its output on. */
export function checkHooks(deps: PlanDeps, plan: Plan, phase: Phase, signal: AbortSignal) {
  const callId = deps.newId()
  const place = { planId: plan.id, phase, turnSeq: noTurn, callId }
  deps.conversation.begin(plan.id, phase, noTurn, callId, 'run_command')
  const hooks: CheckHooks = {
    signal,
    mark: commandMark(place),
    onOutput: (text) => deps.activity.delta(plan.id, 'output', text),
    onSpawn: (pid) => deps.conversation.running(plan.id, phase, noTurn, callId, pid, deps.processStart(pid)),
  }
  const ended = (result: string, isError: boolean) =>
    deps.conversation.end(plan.id, phase, noTurn, callId, result, isError)
  return { hooks, ended }
}

function tell(deps: PlanDeps, plan: Plan, phase: Phase, result: ValidationResult): void {
  const { name, passed, tests, output, note, durationMs, ranOn } = result
  const count = tests ? ` (${tests.passed}/${tests.total})` : ''
  const title = passed ? `${name} passed${count} on ${ranOn}` : `${name} failed${count}: ${endOf(result)}`
  const body = [note, output].filter((part) => part !== '').join('\n')
  deps.activity.add(plan.id, { phase, kind: 'tool_result', title, body, tool: 'validation', ok: passed, durationMs })
}

const movedBranch =
  "It moved the sandbox's branch (reset, commit or checkout), which was put back, with all files as they were before it."

/**
 * Puts the plan's copies back on their branches as they stood when these were held, and says so where a check had moved them;
 * answers what that check has to be told, null where it moved nothing.
 */
export async function backToBranch(deps: PlanDeps, plan: Plan, phase: Phase, name: string): Promise<string | null> {
  const returned = await deps.sandboxes.backToBranch(plan.id, `what ${name} left on another commit`)
  for (const { resource, found } of returned) {
    const title = `${name} left the sandbox of ${resource} on ${found}; it was brought back to its own branch, and its files to what they were before`
    deps.activity.add(plan.id, { phase, kind: 'notice', title })
  }
  return returned.length > 0 ? movedBranch : null
}

type Wanted = {
  readonly phase: Phase
  readonly due: readonly PlanCheck[]
  readonly places: readonly Place[]
  readonly signal: AbortSignal
}

/** Runs the checks named, whatever they found before. */
export async function runChecks(deps: PlanDeps, plan: Plan, wanted: Wanted): Promise<readonly ValidationResult[]> {
  const { phase, due, places, signal } = wanted
  const results: ValidationResult[] = []
  // What a check leaves behind of what is rejected is known once that stands in its place again.
  const isWhole = deps.review.rejections(plan.id).length === 0
  const runAll = async () => {
    for (const check of due) results.push(await runOne(check))
  }
  const runOne = async (check: PlanCheck) => {
    deps.activity.add(plan.id, { phase, kind: 'tool_call', title: `Validation ${check.name}`, tool: 'validation' })
    const { hooks, ended } = checkHooks(deps, plan, phase, signal)
    const onCopy = check.phase !== 'post_apply'
    if (onCopy) await deps.sandboxes.holdBranches(plan.id)
    const settle = async () => {
      const fault = onCopy ? await backToBranch(deps, plan, phase, check.name) : null
      if (isWhole) await keepPresent(deps, plan.id, `after ${check.name}`)
      return { tree: checkedTree(deps, plan.id), fault }
    }
    const result = await deps.validations.run(plan.id, check, places, settle, hooks).catch(async (error: unknown) => {
      // One that was ended in the middle may have switched already.
      if (onCopy) await backToBranch(deps, plan, phase, check.name)
      throw error
    })
    ended(result.output, !result.passed)
    tell(deps, plan, phase, result)
    return result
  }
  const onCopies = due.some((check) => check.phase !== 'post_apply')
  if (onCopies && isWhole) await keepPresent(deps, plan.id, 'before checks')
  await (onCopies ? onAccepted(deps, plan.id, runAll) : runAll())
  if (due.length > 0) deps.changes.publish('plan', plan.id, plan.state)
  return results
}

/** How the checks of these phases stand for what the plan holds. */
export function standings(deps: PlanDeps, plan: Plan, phases: readonly CheckPhase[]): readonly ValidationStanding[] {
  return deps.validations
    .standings(checkedPlan(deps, plan), checkedTree(deps, plan.id))
    .filter(({ check }) => phases.includes(check.phase))
}

/**
 * Runs the checks of a phase that have not passed on the present changes. One that leaves files behind makes those before
 * it stale: they run once more, on what is there then.
 */
export async function runDue(
  deps: PlanDeps,
  plan: Plan,
  wanted: { readonly phase: Phase; readonly of: CheckPhase; readonly signal: AbortSignal },
): Promise<readonly ValidationStanding[]> {
  const { phase, of, signal } = wanted
  const places = placesOf(deps, plan, of === 'post_apply' ? 'sources' : 'copies')
  const open = (onlyStale: boolean) =>
    standings(deps, plan, [of])
      .filter(({ result, stale }) => (onlyStale ? stale : stale || !result?.passed || of === 'post_apply'))
      .map(({ check }) => check)
  await runChecks(deps, plan, { phase, due: open(false), places, signal })
  await runChecks(deps, plan, { phase, due: open(true), places, signal })
  return standings(deps, plan, [of])
}

/** What of these holds the plan back, one sentence each. */
export function heldBackBy(
  all: readonly ValidationStanding[],
): readonly { standing: ValidationStanding; why: string }[] {
  return all.flatMap((standing) => {
    const why = holdsBack(standing)
    return why === null ? [] : [{ standing, why }]
  })
}
