import type { ApplyPreviewView } from '@shared/contract/plans'
import type { ApplyMode } from '@shared/model/plan'
import { mergeMessage } from '../sandboxes'
import type { Plan } from './domain/plan'
import { commitMessage } from './phases/commit-message'
import { trustChangedSentence, trustOfResources } from './phases/trusted-resources'
import type { PlanDeps } from './ports'
import { applyPreviewView } from './views/change-view'
import { waivedRules } from './views/waived-view'

/** The text of the commit that the target's branch stands on afterwards. */
async function headMessage(deps: PlanDeps, plan: Plan, mode: ApplyMode): Promise<string> {
  const message = await commitMessage(deps, plan)
  return mode === 'merge' ? mergeMessage(message) : message
}

/** Shows what Apply would do, which hooks would run and what it would stop at. Nothing is changed. */
export async function previewPlanApply(
  deps: PlanDeps,
  plan: Plan,
  mode: ApplyMode = plan.applyMode,
): Promise<ApplyPreviewView> {
  const { files } = await deps.sandboxes.acceptedChanges(plan.id)
  const { trusted, changed } = await trustOfResources(deps, plan.id)
  const stops = new Map(mode === 'working-tree' ? [] : changed.map((one) => [one.resourceId, one]))
  // What stops an apply says more than which hooks would not run.
  const quiet = (id: string) => trusted.has(id) || stops.has(id)
  const preview = await deps.sandboxes.previewApply(plan.id, mode, undefined, quiet)
  const resources = preview.resources.map((target) => {
    const stop = target.files.length > 0 ? stops.get(target.resourceId) : undefined
    if (!stop) return target
    const notice = `${trustChangedSentence(stop)} Apply stops here until you look at it and trust it again (agents resource trust ${stop.resource}), or skip the hooks once (--skip-hooks).`
    return { ...target, notices: [notice, ...target.notices] }
  })
  const commits = mode !== 'working-tree' && resources.some(({ branch }) => branch !== null)
  return {
    ...applyPreviewView({ ...preview, resources }, files, mode),
    message: commits ? await headMessage(deps, plan, mode) : null,
    waived: waivedRules(deps, plan.id),
  }
}
