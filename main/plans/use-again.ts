import { shellWord as quoted } from '@shared/model/shell-word'
import type { BaseState } from '../sandboxes'
import type { Plan } from './domain/plan'
import { planTitle } from './domain/plan-title'
import type { PlanDeps } from './ports'

type Again = Pick<Plan, 'id' | 'title' | 'action' | 'projects' | 'args' | 'profile' | 'profileSource'>

/** What a person gave beside action, projects and args, where it does not follow from these. */
function optionsOf(deps: Pick<PlanDeps, 'plans'>, plan: Again): readonly string[] {
  const { id, title, action, args, profile, profileSource } = plan
  const isUncommitted = deps.plans.resources(id).some(({ base }) => (base as BaseState | null)?.includesUncommitted)
  return [
    ...(profileSource === 'plan' ? [`--automation-profile ${quoted(profile.name)}`] : []),
    ...(title === planTitle(action, args) ? [] : [`--title ${quoted(title)}`]),
    ...(isUncommitted ? ['--include-uncommitted'] : []),
  ]
}

/** The command that makes a new plan as this one was made, ready to be given other arguments. */
export function useAgainCommand(deps: Pick<PlanDeps, 'plans'>, plan: Again): string {
  const given = Object.entries(plan.args).map(([name, value]) => `--arg ${quoted(`${name}=${String(value)}`)}`)
  const where = [plan.action.name, ...plan.projects.map(({ name }) => name)].map(quoted)
  return ['agents plan use', ...optionsOf(deps, plan), ...given, ...where].join(' ')
}
