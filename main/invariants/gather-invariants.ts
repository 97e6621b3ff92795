import type { InvariantDefinition } from '../actions'
import { resolveInvariants, type Resolved } from './domain/resolve-invariants'
import type { Invariant } from './domain/invariant'
import type { InvariantDeps, Target } from './ports'
import { allInvariants, invariantsOf } from './repository'

type Deps = Pick<InvariantDeps, 'db' | 'targets'>
export type ActionRules = Target & { readonly invariants: readonly InvariantDefinition[] }

/** The rules that stand in an action's own text; their ids are the action's with their number. */
function ownRules(action: ActionRules): readonly Invariant[] {
  return action.invariants.map(({ text, nonOverridable, onlyPaths, neverPaths, command, escalate }, index) => ({
    id: `${action.id}-${index + 1}`,
    scope: 'action',
    targetId: action.id,
    source: action.name,
    text,
    checks: { onlyPaths, neverPaths, command, escalate },
    nonOverridable,
    created: 0,
  }))
}

export function rulesOfAction(deps: Deps, action: ActionRules): readonly Invariant[] {
  const added = invariantsOf(deps.db, 'action', action.id).map((rule) => ({ ...rule, source: action.name }))
  return [...ownRules(action), ...added]
}

export function rulesOfProject(deps: Deps, project: Target): readonly Invariant[] {
  return invariantsOf(deps.db, 'project', project.id).map((rule) => ({ ...rule, source: project.name }))
}

export function globalRules(deps: Deps): readonly Invariant[] {
  return invariantsOf(deps.db, 'global', null).map((rule) => ({ ...rule, source: 'global' }))
}

/** Every rule that is known, with those in actions' texts; what belonged to something that is gone is left out. */
export function everyRule(deps: Deps): readonly Invariant[] {
  const stored = allInvariants(deps.db).flatMap((rule): Invariant[] => {
    const { scope, targetId } = rule
    if (scope === 'global' || targetId === null) return [{ ...rule, source: 'global' }]
    if (scope === 'plan') return [{ ...rule, source: targetId }]
    const source = scope === 'project' ? deps.targets.projectName(targetId) : deps.targets.actionOf(targetId)?.name
    return source === undefined ? [] : [{ ...rule, source }]
  })
  return [...stored, ...deps.targets.actions().flatMap(ownRules)]
}

/** What holds for a plan of an action on projects, and what gave way. */
export function resolveFor(deps: Deps, action: ActionRules | null, projects: readonly Target[]): Resolved<Invariant> {
  return resolveInvariants([
    ...globalRules(deps),
    ...projects.flatMap((project) => rulesOfProject(deps, project)),
    ...(action ? rulesOfAction(deps, action) : []),
  ])
}
