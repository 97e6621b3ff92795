import { lowestOpenConfidence, type Decision } from '../../decisions'
import type { ValidationStanding } from '../../validations'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'
import { recordFact } from './record-fact'
import { profileNow, type Session } from './session'

const mostFixes = 3
const mostReversions = 3
const shownOutput = 12_000

type Failures = readonly { readonly standing: ValidationStanding; readonly why: string }[]

export type Answer =
  | { readonly kind: 'fix'; readonly text: string }
  | { readonly kind: 'revise'; readonly why: string; readonly text: string }
  | { readonly kind: 'person' }

const endOfText = (text: string) => (text.length > shownOutput ? `…${text.slice(-shownOutput)}` : text)

/** What an actor is told of what failed. */
function failureText(failures: Failures): string {
  return failures
    .map(({ standing, why }) => {
      const { check, result } = standing
      const command = typeof check.command === 'string' ? check.command : (check.command?.join(' ') ?? '')
      return `${why}\nCommand: ${command}\n${result?.note ?? ''}\nOutput:\n${endOfText(result?.output ?? '')}`
    })
    .join('\n\n')
}

const allows = (threshold: number, confidence: number) => threshold <= 0 || (threshold < 1 && confidence >= threshold)

/** Fixes since a person last said something: their guidance is a new start. */
function fixesSoFar(live: readonly Decision[]): number {
  const last = live.findLast((decision) => decision.type === 'user_intervention')?.seq ?? 0
  return live.filter((decision) => decision.type === 'validation_response' && decision.seq > last).length
}

/** How often a plan has gone back to its strategy by itself. */
export function reversionsOf(deps: Pick<PlanDeps, 'decisions'>, plan: Plan): number {
  return deps.decisions.ofPlan(plan.id).filter(({ type, answeredBy }) => type === 'reversion' && answeredBy === 'actor')
    .length
}

export function mayRevert(deps: PlanDeps, plan: Plan, threshold: number): boolean {
  const confidence = lowestOpenConfidence(deps.decisions.live(plan.id), 'execute')
  return reversionsOf(deps, plan) < mostReversions && allows(threshold, confidence)
}

export function revisionText(failures: Failures): string {
  return (
    `The strategy was carried out, but it did not pass. Revise it: record your new choices with record_decision, then call ` +
    `finish_strategy.\n\n${failureText(failures)}`
  )
}

/** What happens after required checks failed at the end of Execute: a fix, a revision of the strategy, or a person. */
export function answerFailure(session: Session, failures: Failures, hasModel: boolean): Answer {
  const { deps, plan, phase } = session
  if (!hasModel) return { kind: 'person' }
  const { create_file: fixing, delete_content: revising } = profileNow(session).thresholds
  const names = failures.map(({ standing }) => standing.check.name).join(', ')
  const fixes = fixesSoFar(deps.decisions.live(plan.id))
  // Fixing is tried whatever was decided before: its confidence is 1.
  if (fixes < mostFixes && allows(fixing, 1)) {
    const chosen = `Fix it (${fixes + 1} of ${mostFixes})`
    const question = `${names} failed. What now?`
    recordFact(deps, plan, phase, { type: 'validation_response', question, chosen })
    deps.activity.add(plan.id, { phase, kind: 'retry', title: `${names} failed: ${chosen}` })
    return { kind: 'fix', text: `Your work does not pass. Fix it, then finish again.\n\n${failureText(failures)}` }
  }
  if (mayRevert(deps, plan, revising)) return { kind: 'revise', why: `${names} failed`, text: revisionText(failures) }
  return { kind: 'person' }
}

/**
 * Takes a plan back to its strategy: what was chosen is superseded, the strategist is told why, and the work stays in the
 * sandbox. Called in the transaction that moves the plan.
 */
export function revert(deps: PlanDeps, plan: Plan, why: string, text: string): void {
  const before = deps.decisions.live(plan.id)
  const reversion = recordFact(deps, plan, plan.phase, {
    type: 'reversion',
    question: why,
    chosen: 'Revise the strategy',
  })
  for (const { id, type } of before)
    if (type === 'strategy_choice' || type === 'implementation_choice' || type === 'validation_response')
      deps.decisions.supersede(id, reversion.id, deps.clock())
  deps.conversation.append(plan.id, 'strategize', { role: 'user', text: deps.redact(text) })
  deps.activity.add(plan.id, {
    phase: plan.phase,
    kind: 'decision',
    title: `${why}: the strategy is revised`,
    decisionId: reversion.id,
  })
}
