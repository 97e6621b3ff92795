import type { Phase } from '@shared/model/plan'
import { plural } from '@shared/model/plural'
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

const shownPaths = 3

/** What a check did to files that were put back, in one sentence. */
function writtenNote(paths: readonly string[]): string {
  const more = paths.length > shownPaths ? ` and ${paths.length - shownPaths} more` : ''
  const files = `${plural(paths.length, 'file')} (${paths.slice(0, shownPaths).join(', ')}${more})`
  return `It changed ${files}; they were put back, and what it left is kept as a checkpoint.`
}

/** What a check did beside looking: `fault` is what no check may do; null for nothing. */
export type Undone = { readonly fault: string | null; readonly note: string | null }

/**
 * Puts the plan's copies back as they stood when they were held, and says so where a check had moved their branches or written
 * to their files: what is applied is what the plan made.
 */
export async function putBack(deps: PlanDeps, plan: Plan, phase: Phase, name: string): Promise<Undone> {
  const returned = await deps.sandboxes.backToBranch(plan.id, `what ${name} left`)
  for (const { resource, found, changed } of returned) {
    const title =
      found === null
        ? `${name} changed ${plural(changed.length, 'file')} in the sandbox of ${resource}; they were put back, and what it left is kept as a checkpoint`
        : `${name} left the sandbox of ${resource} on ${found}; it was brought back to its own branch, and its files to what they were before`
    deps.activity.add(plan.id, { phase, kind: 'notice', title, body: changed.join('\n') })
  }
  if (returned.some(({ found }) => found !== null)) return { fault: movedBranch, note: null }
  const paths = returned.flatMap(({ changed }) => changed)
  return { fault: null, note: paths.length > 0 ? writtenNote(paths) : null }
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
  // Otherwise what is rejected is set aside, and the whole was kept before.
  const isWhole = deps.review.rejections(plan.id).length === 0
  const runAll = async () => {
    for (const check of due) results.push(await runOne(check))
  }
  const runOne = async (check: PlanCheck) => {
    deps.activity.add(plan.id, { phase, kind: 'tool_call', title: `Validation ${check.name}`, tool: 'validation' })
    const { hooks, ended } = checkHooks(deps, plan, phase, signal)
    const onCopy = check.phase !== 'post_apply'
    if (onCopy && isWhole) await keepPresent(deps, plan.id, `before ${check.name}`)
    const tree = checkedTree(deps, plan.id)
    if (onCopy) await deps.sandboxes.holdBranches(plan.id)
    const settle = async () => {
      const undone = onCopy ? await putBack(deps, plan, phase, check.name) : { fault: null, note: null }
      if (onCopy && isWhole) await keepPresent(deps, plan.id, `after ${check.name}`)
      return { tree, ...undone }
    }
    const result = await deps.validations.run(plan.id, check, places, settle, hooks).catch(async (error: unknown) => {
      // One that was ended in the middle may have written already.
      if (onCopy) await putBack(deps, plan, phase, check.name)
      throw error
    })
    ended(result.output, !result.passed)
    tell(deps, plan, phase, result)
    return result
  }
  const onCopies = due.some((check) => check.phase !== 'post_apply')
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
 * Runs the checks of a phase that have not passed on the present changes, and once more those whose files somebody has
 * changed meanwhile.
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
