import type { Verdict } from '@shared/model/invariant'
import type { Phase } from '@shared/model/plan'
import { uncovered, type Found, type PlanInvariant } from '../../invariants'
import type { FileChange } from '../../sandboxes'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'
import { judgeInvariants } from './judge-invariants'
import { digest, lookAtRules } from './look-at-rules'
import type { Session } from './session'

/** Stands in the place of what a verdict was found on where a machine found it. */
const byMachine = ''

function store(deps: PlanDeps, plan: Plan, phase: Phase, rule: PlanInvariant, found: Found, subject: string): Verdict {
  const { verdict, evidence } = deps.invariants.judge(rule, found, subject)
  if (verdict !== 'violated') return verdict
  const title = `Violated: the ${rule.scope} invariant "${rule.text}"`
  deps.activity.add(plan.id, { phase, kind: 'error', title, body: `${rule.text}\n${evidence}` })
  return verdict
}

/** What a machine found of each rule, by its id. */
export type MachineFound = ReadonlyMap<string, Found & { readonly verdict: Verdict }>

/**
 * Checks what a machine can check of every rule, on the changes as they are. What is violated is stored, and what a waiver
 * covers of it; what a judge said of the others stays.
 */
export async function checkChanges(
  deps: PlanDeps,
  plan: Plan,
  phase: Phase,
  changes: readonly FileChange[],
  signal: AbortSignal,
): Promise<MachineFound> {
  const all = new Map<string, Found & { readonly verdict: Verdict }>()
  const looked = await lookAtRules({ deps, plan, phase, changes, signal }, deps.invariants.ofPlan(plan.id))
  for (const [rule, found] of looked) {
    const isOpen = uncovered(rule, found.findings).length > 0
    const ofMachine = rule.verdict === null || rule.subject === byMachine
    // What is set aside of a machine's findings passes over no violation that a judge has found.
    const isNews = isOpen || (found.findings.length > 0 ? ofMachine || rule.verdict !== 'violated' : ofMachine)
    if (isNews) store(deps, plan, phase, rule, found, byMachine)
    all.set(rule.id, { ...found, verdict: isOpen ? 'violated' : found.findings.length > 0 ? 'waived' : 'holds' })
  }
  return all
}

async function patchesToApply(deps: PlanDeps, planId: string): Promise<readonly FileChange[]> {
  if (deps.review.rejections(planId).length === 0) return deps.sandboxes.changes(planId, { patches: true })
  return deps.sandboxes.compare(planId, {}, await deps.sandboxes.acceptedTrees(planId), { patches: true })
}

type Line = { readonly isGuidance: boolean; readonly text: string }

function decisionLines({ deps, plan }: Session): readonly Line[] {
  return deps.decisions
    .live(plan.id)
    .filter(
      ({ type }) => type === 'strategy_choice' || type === 'implementation_choice' || type === 'user_intervention',
    )
    .map(({ id, type, question, chosen, rationale }) => ({
      isGuidance: type === 'user_intervention',
      text: `${id} ${question}: ${chosen}${rationale ? ` (${rationale})` : ''}`,
    }))
}

/** What a person has set aside of a rule as far as it is known to stand: the judge counts what else breaks it. */
function setAsideOf(rule: PlanInvariant, checked: (Found & { readonly verdict: Verdict }) | undefined): Found | null {
  if (checked?.verdict === 'waived') return checked
  return rule.verdict === 'waived' ? rule : null
}

/**
 * Has the rules judged by the plan's invariant actor, where it has one, on its decisions and its changes. What was judged
 * on the very same is not judged again, what a person set aside on the same work stays so, and what a machine found
 * violated needs no judge.
 */
export async function judgePhase(session: Session, summary: string, machine: MachineFound): Promise<void> {
  const { deps, plan, phase } = session
  const standing = deps.invariants.ofPlan(plan.id).filter((rule) => machine.get(rule.id)?.verdict !== 'violated')
  if (standing.length === 0) return
  const lines = decisionLines(session)
  const decisions = lines.map(({ text }) => text)
  const changes = phase === 'execute' && !plan.readOnly ? await patchesToApply(deps, plan.id) : []
  const diff = changes.map((file) => file.patch ?? `${file.status} ${file.path}`).join('\n')
  const subject = digest(phase, ...decisions, diff, summary)
  const own = lines.filter(({ isGuidance }) => !isGuidance).map(({ text }) => text)
  const work = `work ${digest(phase, ...own, diff, summary)}`
  const isWaived = (rule: PlanInvariant) => rule.waivedFor.includes(work)
  for (const rule of standing.filter(isWaived))
    store(deps, plan, phase, rule, { evidence: rule.evidence, findings: [{ keys: [work], what: 'this' }] }, subject)
  const asked = standing
    .filter((rule) => rule.subject !== subject && !isWaived(rule))
    .map((rule) => ({ ...rule, setAside: setAsideOf(rule, machine.get(rule.id)) }))
  const material = `## Decisions\n${decisions.join('\n')}\n\n## Summary\n${summary}\n\n## Changes\n${diff || 'none'}`
  const verdicts = await judgeInvariants(session, asked, material)
  for (const [index, rule] of asked.entries()) {
    const verdict = verdicts?.[index]
    const checked = machine.get(rule.id)
    if (!verdict) continue
    const evidence = checked ? `${verdict.evidence}; ${checked.evidence}` : verdict.evidence
    const said = { keys: [work, `words ${digest(verdict.evidence)}`], what: 'what the judge says' }
    const others = rule.setAside?.findings ?? []
    const findings = verdict.holds ? others : [said, ...others]
    store(deps, plan, phase, rule, { evidence, findings }, subject)
  }
}
