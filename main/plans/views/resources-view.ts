import type { PlanView } from '@shared/contract/plan-view'
import { isTerminal } from '@shared/model/plan'
import type { BaseState } from '../../sandboxes'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'

/** Paths shown of what is uncommitted in a source. */
const shownPaths = 50

/** What a plan works on, and where its sandboxes are. */
export function resourcesView(deps: Pick<PlanDeps, 'plans' | 'sandboxes'>, plan: Plan): PlanView['resources'] {
  const sandboxes = deps.sandboxes.get(plan.id)
  return deps.plans.resources(plan.id).map((resource) => {
    const base = resource.base as BaseState
    const sandbox = sandboxes.find((candidate) => candidate.resourceId === resource.resourceId)
    const present = sandbox?.state === 'ready' && !isTerminal(plan.state)
    return {
      resource_id: resource.resourceId,
      name: resource.name,
      type: resource.type,
      path: resource.path,
      read_only: resource.readOnly,
      branch: base.branch,
      base_commit: base.baseCommit === '' ? null : base.baseCommit,
      sandbox_strategy: resource.readOnly ? 'none' : base.strategy,
      sandbox_path: present ? sandbox.path : null,
      sandbox_branch: present && base.strategy === 'git_worktree' ? sandbox.branch : null,
      uncommitted: base.uncommitted.slice(0, shownPaths).map((file) => file.path),
      includes_uncommitted: base.includesUncommitted,
    }
  })
}
