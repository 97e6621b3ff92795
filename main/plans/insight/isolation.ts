import type { IsolationView } from '@shared/contract/insight'
import { isTerminal } from '@shared/model/plan'
import type { BaseState, Sandbox, SourceDrift } from '../../sandboxes'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'
import type { PlanResource } from '../repository'

type Deps = Pick<PlanDeps, 'plans' | 'sandboxes'>

const shown = 50

function driftView(drift: SourceDrift | null): IsolationView['drift'] {
  if (drift === null) return { head: null, index: false, paths: [], total: 0 }
  return {
    head: drift.head && { ...drift.head },
    index: drift.indexChanged,
    paths: drift.paths.slice(0, shown),
    total: drift.paths.length,
  }
}

/** What no sandbox of files can hold, whatever the plan does. */
const beyond: IsolationView['not_covered'] = [
  'Databases, servers and anything else that commands reach over the network',
  'Files that commands write outside of the sandbox by their whole path',
].map((what) => ({ what, paths: [], total: 0 }))

async function uncovered(deps: Deps, sandbox: Sandbox): Promise<IsolationView['not_covered']> {
  const { ignored, leftInSource, nestedRepositories, submodules } = await deps.sandboxes.uncovered(sandbox)
  const kind = (what: string, paths: readonly string[]) =>
    paths.length === 0 ? [] : [{ what, paths: paths.slice(0, shown), total: paths.length }]
  return [
    ...kind('Ignored files in the sandbox: neither checkpoints nor the changes hold them', ignored),
    ...kind('Left in the source: the sandbox does not have them', leftInSource),
    ...kind('Repositories of their own inside the sandbox', nestedRepositories),
    ...kind(
      'Submodules that are not fetched',
      submodules.filter(({ fetched }) => !fetched).map(({ path }) => path),
    ),
  ]
}

async function isolationOf(deps: Deps, plan: Plan, resource: PlanResource): Promise<IsolationView> {
  const base = resource.base as BaseState
  const sandbox = deps.sandboxes.get(plan.id).find((one) => one.resourceId === resource.resourceId)
  const ready = sandbox?.state === 'ready' && !isTerminal(plan.state) ? sandbox : null
  const recorded = base.baseCommit !== ''
  const condition = ready ? (await deps.sandboxes.condition(ready)).condition : null
  const { resourceId, name, path } = resource
  const source = { strategy: base.strategy, resourceId, name, path, branch: base.branch }
  // Once the plan has ended, or its work has arrived, the source is no longer its concern.
  const watched = recorded && !isTerminal(plan.state) && plan.applied === null
  const [drift, notCovered] = await Promise.all([
    watched ? deps.sandboxes.compareSource(source, base.fingerprint) : null,
    ready && condition === 'ok' ? uncovered(deps, ready) : [],
  ])
  return {
    resource_id: resourceId,
    name,
    strategy: resource.readOnly ? 'none (read-only)' : base.strategy,
    path: ready?.path ?? null,
    branch: ready && base.strategy === 'git_worktree' ? ready.branch : null,
    base_commit: recorded ? base.baseCommit : null,
    condition,
    target_path: path,
    target_branch: base.branch,
    source: watched ? (drift === null ? 'unchanged' : 'drifted') : null,
    drift: driftView(drift),
    not_covered: [...notCovered, ...beyond],
  }
}

/** Tells how a plan's work is kept apart from what it works on, resource by resource, looked up now. */
export async function readIsolation(deps: Deps, plan: Plan): Promise<IsolationView[]> {
  const all: IsolationView[] = []
  for (const resource of deps.plans.resources(plan.id)) all.push(await isolationOf(deps, plan, resource))
  return all
}
