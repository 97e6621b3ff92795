import { invalid } from '@shared/model/refusal'
import type { Overridden, Resolved } from './domain/resolve-invariants'
import type { Invariant, PlanInvariant } from './domain/invariant'
import { everyRule, globalRules, resolveFor, rulesOfAction, rulesOfProject } from './gather-invariants'
import type { InvariantDeps } from './ports'
import { invariantsOf, planInvariantsOf } from './repository'

export type ListFilter = {
  readonly project?: string | undefined
  readonly action?: string | undefined
  readonly plan?: string | undefined
  /** With what holds from wider scopes. */
  readonly effective: boolean
}

type Listed = {
  readonly rules: readonly (Invariant | PlanInvariant)[]
  readonly overridden: readonly Overridden<Invariant>[]
}

const listed = ({ effective, overridden }: Resolved<Invariant>): Listed => ({ rules: effective, overridden })
const plain = (rules: readonly Invariant[]): Listed => ({ rules, overridden: [] })

/** Lists rules: all of them, those of one project, action or plan, or what holds there. */
export function listInvariants(deps: InvariantDeps, filter: ListFilter): Listed {
  const { effective } = filter
  if ([filter.project, filter.action, filter.plan].filter((one) => one !== undefined).length > 1) {
    throw invalid('invariant.several_targets', 'Only one of project, action and plan can be asked for at once.', {
      hint: 'Ask for each by itself.',
    })
  }
  if (filter.plan !== undefined) {
    const plan = deps.targets.findPlan(filter.plan)
    if (effective) return { rules: planInvariantsOf(deps.db, plan.id), overridden: [] }
    return plain(invariantsOf(deps.db, 'plan', plan.id).map((rule) => ({ ...rule, source: plan.id })))
  }
  if (filter.project !== undefined) {
    const project = deps.targets.findProject(filter.project)
    return effective ? listed(resolveFor(deps, null, [project])) : plain(rulesOfProject(deps, project))
  }
  if (filter.action !== undefined) {
    const action = deps.targets.findAction(filter.action)
    return effective ? listed(resolveFor(deps, action, [])) : plain(rulesOfAction(deps, action))
  }
  return plain(effective ? globalRules(deps) : everyRule(deps))
}

/** How many rules a project has of its own. */
export function countInvariants(deps: Pick<InvariantDeps, 'db'>, projectId: string): number {
  return invariantsOf(deps.db, 'project', projectId).length
}
