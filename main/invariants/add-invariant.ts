import { globFault } from '@shared/model/globs'
import type { Escalation, InvariantChecks, InvariantScope } from '@shared/model/invariant'
import { conflict, invalid } from '@shared/model/refusal'
import type { Invariant } from './domain/invariant'
import { proposeEscalation } from './domain/propose-escalation'
import type { InvariantDeps } from './ports'
import { reachPlans, type Reached } from './reach-plans'
import { insertInvariant } from './repository'

export type AddInput = {
  readonly text: string
  readonly global: boolean
  readonly projects: readonly string[]
  readonly actions: readonly string[]
  readonly plans: readonly string[]
  readonly checks: Omit<InvariantChecks, 'escalate'>
  /** Undefined accepts what the text proposes; null leaves it out. */
  readonly escalate: Escalation | null | undefined
  readonly nonOverridable: boolean
}

type Place = { readonly scope: InvariantScope; readonly targetId: string | null; readonly source: string }

function placesOf(deps: InvariantDeps, input: AddInput): readonly Place[] {
  const named = (scope: InvariantScope) => (found: { id: string; name: string }) => ({
    scope,
    targetId: found.id,
    source: found.name,
  })
  const places: readonly Place[] = [
    ...(input.global ? [{ scope: 'global', targetId: null, source: 'global' } as const] : []),
    ...input.projects.map((query) => deps.targets.findProject(query)).map(named('project')),
    ...input.actions.map((query) => deps.targets.findAction(query)).map(named('action')),
    ...input.plans.map((query) => activePlan(deps, query)).map(named('plan')),
  ]
  if (places.length === 0) {
    throw invalid('invariant.no_target', 'An invariant needs to know where it holds; nothing was added.', {
      hint: 'Say --global, --project P, --action A or --plan ID; each may be given several times.',
    })
  }
  return [...new Map(places.map((place) => [`${place.scope} ${place.targetId}`, place])).values()]
}

function activePlan(deps: InvariantDeps, query: string) {
  const plan = deps.targets.findPlan(query)
  if (plan.active) return plan
  throw conflict('plan.wrong_state', `Plan ${plan.id} has ended; nothing was added.`, {
    hint: 'Add the invariant to its project or its action, where it holds for plans to come.',
    details: { plan_id: plan.id },
  })
}

function checkGlobs(input: AddInput): void {
  const { onlyPaths, neverPaths } = input.checks
  for (const [name, globs] of [
    ['only_paths', onlyPaths],
    ['never_paths', neverPaths],
    ['escalate', input.escalate?.paths],
  ] as const) {
    const fault = globFault(globs ?? [])
    if (fault !== null)
      throw invalid('invariant.glob', `${name}: ${fault}; nothing was added.`, {
        hint: 'Write globs such as src/** or *.sql.',
      })
  }
}

export type Added = {
  readonly invariants: readonly Invariant[]
  /** The plans under way that hold it too, and those of its target where a rule that they hold already wins over it. */
  readonly reached: readonly Reached[]
}

/** Adds a rule to each target, all or nothing; plans of them that are under way hold it from their next check on. */
export function addInvariant(deps: InvariantDeps, input: AddInput): Added {
  const text = input.text.trim()
  if (text === '') throw invalid('invariant.empty', 'An invariant needs a text.', { hint: 'Say the rule in words.' })
  checkGlobs(input)
  const places = placesOf(deps, input)
  const escalate = input.escalate === undefined ? (proposeEscalation(text)?.escalate ?? null) : input.escalate
  const added = places.map((place): Invariant => ({
    ...place,
    id: deps.newId(),
    text,
    checks: { ...input.checks, escalate },
    nonOverridable: input.nonOverridable,
    created: deps.now(),
  }))
  const reached = deps.db.transaction(() => {
    for (const invariant of added) insertInvariant(deps.db, invariant)
    // The narrowest first: what says the same from a wider scope then gives way at once.
    return added.toReversed().flatMap((invariant) => reachPlans(deps, invariant))
  })
  for (const { id } of added) deps.changed('invariant', id)
  for (const id of new Set(reached.map(({ plan }) => plan.id))) deps.changed('plan', id)
  return { invariants: added, reached }
}
