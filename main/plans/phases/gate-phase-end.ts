import { filesToApply, keepPresent, keptChanges, placesOf } from '../checked-plan'
import { recordDecision, type Session } from './session'
import { answerFailure } from './answer-failure'
import { checkChanges, judgePhase } from './check-invariants'
import { unansweredAt } from './escalate'
import { nothingDone } from './nothing-done'
import { noteRisk } from './judge-risk'
import type { PhaseOutcome } from './outcome'
import { heldBackBy, runDue, type CheckPhase } from './run-validations'

export type Gate =
  | { readonly kind: 'passed' }
  /** The actor is told and goes on. */
  | { readonly kind: 'fix'; readonly text: string }
  | Extract<PhaseOutcome, { kind: 'paused' | 'reverted' | 'failed' }>

const passed: Gate = { kind: 'passed' }

/** Pauses for a person where changes lie at a path that a rule keeps for one, and none has answered for it. */
function pauseForPerson(session: Session, paths: readonly string[]): boolean {
  const open = unansweredAt(session.deps, session.plan, paths)
  if (!open) return false
  const list = open.paths.slice(0, 5).join(', ')
  recordDecision(session, {
    question: `Keep the changes in ${list}?`,
    chosen: 'Keep them',
    alternatives: ['Keep them'],
    confidence: 1,
    rationale: `They were made without a decision that a person answered: ${open.rule.text}`,
    artifacts: open.paths,
    escalatedBy: open.rule.id,
  })
  return true
}

function paused(reason: 'invariant' | 'low_confidence', summary: string): Gate {
  return { kind: 'paused', reason, finished: summary }
}

/** What of the checks holds the plan back; without changes no Apply follows, so what is held before it is held now. */
async function failedChecks({ deps, plan, signal }: Session, hasChanges: boolean) {
  // A plan that only reads has no place where they could run.
  if (placesOf(deps, plan, 'copies').length === 0) return []
  const checks: readonly CheckPhase[] = hasChanges ? ['execute'] : ['execute', 'pre_apply']
  const found: ReturnType<typeof heldBackBy>[number][] = []
  for (const of of checks) found.push(...heldBackBy(await runDue(deps, plan, { phase: 'execute', of, signal })))
  return found
}

async function gateExecute(session: Session, summary: string, hasModel: boolean): Promise<Gate> {
  const { deps, plan, signal } = session
  // All that follows is about this one state.
  if (deps.sandboxes.checkpoints(plan.id).length > 0) await keepPresent(deps, plan.id, 'at the end of Execute')
  const changes = await keptChanges(deps, plan.id)
  const accepted = await filesToApply(deps, plan.id, changes)
  if (accepted.length > 0) {
    const paths = accepted.flatMap(({ path, oldPath }) => (oldPath === null ? [path] : [path, oldPath]))
    if (pauseForPerson(session, paths)) return paused('low_confidence', summary)
  }
  const error = changes.length === 0 && hasModel ? nothingDone(session) : null
  if (error) return { kind: 'failed', error }
  const machine = await checkChanges(deps, plan, 'execute', accepted, signal)
  if ([...machine.values()].some(({ verdict }) => verdict === 'violated')) return paused('invariant', summary)
  const held = await failedChecks(session, changes.length > 0)
  if (held.length > 0) {
    const answer = answerFailure(session, held, hasModel)
    if (answer.kind === 'fix') return answer
    if (answer.kind === 'revise') return { kind: 'reverted', why: answer.why, text: answer.text }
    const why = `${held.map((one) => one.why).join('; ')}.`
    return { kind: 'paused', reason: 'validation', finished: summary, why }
  }
  await judgePhase(session, summary, machine)
  if (deps.invariants.violated(plan.id).length > 0) return paused('invariant', summary)
  await noteRisk(session)
  return passed
}

/**
 * Decides whether a phase that its actor has finished may end: rules that ask for a person, rules that a machine checks,
 * validations with their fixes, and the judgement of rules in words.
 */
export async function gatePhaseEnd(session: Session, summary: string, hasModel: boolean): Promise<Gate> {
  const { deps, plan, phase } = session
  if (phase === 'execute' && !plan.readOnly) return gateExecute(session, summary, hasModel)
  await judgePhase(session, summary, new Map())
  return deps.invariants.violated(plan.id).length > 0 ? paused('invariant', summary) : passed
}
