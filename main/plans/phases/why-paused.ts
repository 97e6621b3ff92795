import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'
import type { PhaseOutcome } from './outcome'

type Paused = Extract<PhaseOutcome, { kind: 'paused' }>

/** What holds a plan whose rules are violated. */
export const whyViolated = (deps: Pick<PlanDeps, 'invariants'>, planId: string): string =>
  deps.invariants
    .violated(planId)
    .map(({ scope, text, evidence }) => `The ${scope} invariant "${text}" is violated (${evidence}).`)
    .join(' ')

/** What really holds a plan that pauses, in a sentence; null where its reason says it all. */
export function whyPaused(
  deps: Pick<PlanDeps, 'invariants' | 'decisions'>,
  plan: Plan,
  { reason, why, drift }: Paused,
): string | null {
  if (why !== undefined) return why
  if (reason === 'invariant') return whyViolated(deps, plan.id)
  if (reason === 'low_confidence') return deps.decisions.waiting(plan.id)[0]?.question ?? null
  if (reason !== 'source_changed' || !drift || drift.length === 0) return null
  const places = drift.map(({ resource, paths }) => `${paths.slice(0, 5).join(', ')} in ${resource}`)
  return `The source was changed by somebody else: ${places.join('; ')}.`
}
