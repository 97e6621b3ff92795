import { globFault } from '@shared/model/globs'
import type { Escalation, InvariantChecks, InvariantScope } from '@shared/model/invariant'
import { conflict, invalid } from '@shared/model/refusal'
import type { Invariant } from './domain/invariant'
import { proposeEscalation } from './domain/propose-escalation'
import type { InvariantDeps } from './ports'
import { resolveInvariants } from './domain/resolve-invariants'
import { attachInvariants, detachInvariant, insertInvariant, planInvariantsOf } from './repository'

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

/** Gives a plan under way one more rule: what it contradicts gives way, unless that is locked. */
function attachTo(deps: InvariantDeps, planId: string, invariant: Invariant): void {
  const { overridden } = resolveInvariants<Invariant>([...planInvariantsOf(deps.db, planId), invariant])
  const lost = overridden.find((one) => one.invariant.id === invariant.id)
  if (lost) {
    throw conflict(
      'invariant.overridden',
      `Plan ${planId} holds a ${lost.by.scope} invariant that ${lost.why}: ${lost.by.text}`,
      {
        hint: 'Nothing was added. See `agents invariant list --plan ID --effective`.',
        details: { plan_id: planId, invariant_id: lost.by.id },
      },
    )
  }
  for (const one of overridden) detachInvariant(deps.db, planId, one.invariant.id)
  attachInvariants(deps.db, planId, [invariant])
  deps.enforced(planId, invariant.text)
}

/** Adds a rule to each target, all or nothing; a plan that is under way holds it from its next check on. */
export function addInvariant(deps: InvariantDeps, input: AddInput): readonly Invariant[] {
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
  deps.db.transaction(() => {
    for (const invariant of added) {
      insertInvariant(deps.db, invariant)
      if (invariant.scope === 'plan' && invariant.targetId !== null) attachTo(deps, invariant.targetId, invariant)
    }
  })
  for (const { id, scope, targetId } of added) {
    deps.changed('invariant', id)
    if (scope === 'plan' && targetId !== null) deps.changed('plan', targetId)
  }
  return added
}
