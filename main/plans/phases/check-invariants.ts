import { plural } from '@shared/model/plural'
import { createHash } from 'node:crypto'
import type { Phase } from '@shared/model/plan'
import { brokenPaths, type PlanInvariant } from '../../invariants'
import type { FileChange } from '../../sandboxes'
import { onAccepted, placesOf } from '../checked-plan'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'
import { judgeInvariants } from './judge-invariants'
import { checkHooks } from './run-validations'
import type { Session } from './session'

type Found = { readonly holds: boolean; readonly evidence: string }

const commandSeconds = 300
const shownOutput = 2000

async function commandFound(deps: PlanDeps, plan: Plan, phase: Phase, rule: PlanInvariant, signal: AbortSignal) {
  const { command } = rule.checks
  const places = placesOf(deps, plan, 'copies')
  const [home] = places
  if (command === null || home === undefined) return null
  const { hooks, ended } = checkHooks(deps, plan, phase, signal)
  const request = { command, timeoutS: commandSeconds, parse: null, home, places }
  const run = await onAccepted(deps, plan.id, () => deps.validations.command(request, hooks))
  ended(run.output, !run.passed)
  const line = typeof command === 'string' ? command : command.join(' ')
  const how = run.timedOut
    ? `ran out of time (${commandSeconds} s)`
    : run.exitCode === null
      ? run.note
      : `exit ${run.exitCode}`
  const output = run.passed ? '' : `\n${run.output.slice(-shownOutput)}`
  return { holds: run.passed, evidence: `\`${line}\`: ${how}${output}`.trimEnd() }
}

/** What a machine finds of a rule; null where it has no part that a machine can check. */
async function machineFound(
  deps: PlanDeps,
  plan: Plan,
  phase: Phase,
  rule: PlanInvariant,
  changes: readonly FileChange[],
  signal: AbortSignal,
): Promise<Found | null> {
  const { onlyPaths, neverPaths } = rule.checks
  const broken = brokenPaths(rule.checks, changes)
  if (broken !== null) return { holds: false, evidence: broken }
  const command = await commandFound(deps, plan, phase, rule, signal)
  if (command) return command
  return onlyPaths || neverPaths
    ? { holds: true, evidence: `${plural(changes.length, 'changed path is', 'changed paths are')} allowed` }
    : null
}

/** Stands in the place of what a verdict was found on where a machine found it. */
const byMachine = ''

const digest = (...parts: readonly string[]) => createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24)

function store(deps: PlanDeps, plan: Plan, phase: Phase, rule: PlanInvariant, found: Found, subject: string): void {
  const verdict = found.holds ? 'holds' : 'violated'
  deps.invariants.judge(plan.id, rule.id, verdict, found.evidence, subject)
  if (found.holds) return
  const title = `Violated: the ${rule.scope} invariant "${rule.text}"`
  deps.activity.add(plan.id, { phase, kind: 'error', title, body: `${rule.text}\n${found.evidence}` })
}

/** What a machine found of each rule, by its id. */
export type MachineFound = ReadonlyMap<string, Found>

/**
 * Checks what a machine can check of every rule that is not waived, on the changes as they are. What is violated is
 * stored; what a judge said of the others stays.
 */
export async function checkChanges(
  deps: PlanDeps,
  plan: Plan,
  phase: Phase,
  changes: readonly FileChange[],
  signal: AbortSignal,
): Promise<MachineFound> {
  const all = new Map<string, Found>()
  for (const rule of deps.invariants.ofPlan(plan.id)) {
    if (rule.waivedReason !== null) continue
    const found = await machineFound(deps, plan, phase, rule, changes, signal)
    const wasBroken = rule.verdict === 'violated' && rule.subject === byMachine
    if (found) all.set(rule.id, found)
    if (found && (!found.holds || wasBroken || rule.verdict === null)) store(deps, plan, phase, rule, found, byMachine)
  }
  return all
}

async function patchesToApply(deps: PlanDeps, planId: string): Promise<readonly FileChange[]> {
  if (deps.review.rejections(planId).length === 0) return deps.sandboxes.changes(planId, { patches: true })
  return deps.sandboxes.compare(planId, {}, await deps.sandboxes.acceptedTrees(planId), { patches: true })
}

function decisionLines({ deps, plan }: Session): readonly string[] {
  return deps.decisions
    .live(plan.id)
    .filter(
      ({ type }) => type === 'strategy_choice' || type === 'implementation_choice' || type === 'user_intervention',
    )
    .map(({ id, question, chosen, rationale }) => `${id} ${question}: ${chosen}${rationale ? ` (${rationale})` : ''}`)
}

/**
 * Has the rules judged by the plan's invariant actor, where it has one, on its decisions and its changes. What was judged
 * on the very same is not judged again, and what a machine found violated needs no judge.
 */
export async function judgePhase(session: Session, summary: string, machine: MachineFound): Promise<void> {
  const { deps, plan, phase } = session
  const standing = deps.invariants
    .ofPlan(plan.id)
    .filter((rule) => rule.waivedReason === null && machine.get(rule.id)?.holds !== false)
  if (standing.length === 0) return
  const decisions = decisionLines(session)
  const changes = phase === 'execute' && !plan.readOnly ? await patchesToApply(deps, plan.id) : []
  const diff = changes.map((file) => file.patch ?? `${file.status} ${file.path}`).join('\n')
  const subject = digest(phase, ...decisions, diff, summary)
  const asked = standing.filter((rule) => rule.subject !== subject)
  const material = `## Decisions\n${decisions.join('\n')}\n\n## Summary\n${summary}\n\n## Changes\n${diff || 'none'}`
  const verdicts = await judgeInvariants(session, asked, material)
  for (const [index, rule] of asked.entries()) {
    const verdict = verdicts?.[index]
    const checked = machine.get(rule.id)
    if (!verdict) continue
    const evidence = checked ? `${verdict.evidence}; ${checked.evidence}` : verdict.evidence
    store(deps, plan, phase, rule, { holds: verdict.holds, evidence }, subject)
  }
}
