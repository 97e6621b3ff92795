import type { ApplyMode } from '@shared/model/plan'
import { failed } from '@shared/model/refusal'
import { modeOfApply, type Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'

type Deps = Pick<PlanDeps, 'projects' | 'sandboxes'>
type ChangedTrust = { readonly resource: string; readonly resourceId: string; readonly changes: readonly string[] }

/** The resources of a plan that a person trusts as they stand, and those that they trusted in another state. */
export async function trustOfResources(
  deps: Deps,
  planId: string,
): Promise<{ readonly trusted: ReadonlySet<string>; readonly changed: readonly ChangedTrust[] }> {
  const trusted = new Set<string>()
  const changed: ChangedTrust[] = []
  for (const { resourceId, name } of deps.sandboxes.get(planId)) {
    const standing = await deps.projects.trustStanding(resourceId)
    if (standing.kind === 'trusted') trusted.add(resourceId)
    if (standing.kind === 'changed') changed.push({ resource: name, resourceId, changes: standing.changes })
  }
  return { trusted, changed }
}

export const trustChangedSentence = ({ resource, changes }: ChangedTrust): string =>
  `${resource} was trusted, but what it would run changed since: ${changes.join('; ')}.`

/**
 * The resources whose hooks may run. Refuses where one that gets a commit was trusted and changed since: a check that a
 * person counts on would be passed over in silence.
 */
export async function requireUnchangedTrust(
  deps: Deps,
  plan: Pick<Plan, 'id' | 'applyMode' | 'applyModeOnce' | 'skipHooks'>,
): Promise<ReadonlySet<string>> {
  const { trusted, changed } = await trustOfResources(deps, plan.id)
  if (changed.length === 0 || !runsHooks(modeOfApply(plan), plan.skipHooks)) return trusted
  const { files } = await deps.sandboxes.acceptedChanges(plan.id)
  const meant = changed.filter((one) => files.some(({ resourceId }) => resourceId === one.resourceId))
  if (meant.length === 0) return trusted
  const again = meant.map(({ resource }) => `agents resource trust ${resource}`).join(' and ')
  const inMode = plan.applyModeOnce === null ? '' : `--mode ${plan.applyModeOnce} `
  throw failed('apply.trust_changed', `${meant.map(trustChangedSentence).join(' ')} Nothing was applied.`, {
    hint: `Look at it and trust it again (${again}), then apply again; or pass over the hooks once: agents plan apply ${inMode}--skip-hooks ${plan.id}`,
    details: {
      resources: meant.map(({ resource, changes }) => ({ resource, changes })),
      choices: ['trust', 'working_tree', 'skip_once'],
    },
  })
}

const runsHooks = (mode: ApplyMode, skipped: boolean): boolean => mode !== 'working-tree' && !skipped
