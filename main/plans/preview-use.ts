import { Refusal } from '@shared/model/refusal'
import { thresholdNames } from '@shared/model/profile'
import { safetySentences, thresholdSentence } from '@shared/model/profile-sentences'
import type { plans as contract } from '@shared/contract/plans'
import type { HandlersOf } from '../platform/handlers'
import { profileSummary } from '../profiles'
import { invariantView } from '../invariants'
import { estimateUse } from './insight/estimate-plan'
import { estimateView } from './insight/views'
import type { PlanDeps } from './ports'
import { requireBranch } from './require-branch'
import { actorsOf, findProjects, resourcesOf } from './use-plan'

type Preview = HandlersOf<typeof contract>['preview']
type Input = Parameters<Preview>[0]
type Output = Awaited<ReturnType<Preview>>

/** Tells what using an action on projects would mean, without storing anything. */
export async function previewUse(deps: PlanDeps, input: Input): Promise<Output> {
  const action = deps.actions.take(input.action)
  const projects = findProjects(deps, input.projects)
  const { profile, source } = deps.profiles.resolve({
    ...(input.automation_profile ? { plan: input.automation_profile } : {}),
    action: action.automationProfile,
    project: projects.find((project) => project.automationProfile !== null)?.automationProfile ?? null,
  })
  const { actors, notices } = actorsOf(deps, action)
  const { effective, overridden } = deps.invariants.resolve(action, projects)
  const links = resourcesOf(projects)
  const resources = await Promise.all(
    links.map(async ({ resource, readOnly }) => {
      const { id: resourceId, name, type, strategy, path, branch } = resource
      const source = { strategy, resourceId, name, path, branch }
      const row = { name, type, read_only: readOnly, branch, uncommitted: 0, problem: null }
      try {
        if (strategy === 'filesystem_copy') {
          await deps.sandboxes.inspectFolder(source)
          return row
        }
        const base = await deps.sandboxes.captureBase(source, { planId: deps.newId(), includeUncommitted: false })
        if (!readOnly && !action.readOnly) requireBranch(name, base)
        return { ...row, branch: base.branch, uncommitted: base.uncommittedCount }
      } catch (error) {
        // What would refuse the plan is what this preview is for; anything else is a bug.
        if (!(error instanceof Refusal)) throw error
        return { ...row, problem: error.message }
      }
    }),
  )
  return {
    invariants: effective.map(invariantView),
    overridden: overridden.map(({ invariant, by, why }) => ({
      ...invariantView(invariant),
      overridden_by: by.id,
      why: `${by.scope} invariant "${by.text}" ${why}`,
    })),
    actors,
    actor_notices: notices,
    automation_profile: profile.name,
    profile_source: source,
    summary: [...profileSummary(profile), ...safetySentences(profile.safety)],
    sentences: thresholdNames.map((name) => thresholdSentence(name, profile.thresholds[name])),
    resources,
    estimate: estimateView(estimateUse(deps, { actionId: action.id, actors, before: null })),
    indexed_files: links.reduce((sum, link) => sum + link.resource.fileCount, 0),
  }
}
