import { Refusal } from '@shared/model/refusal'
import { thresholdNames } from '@shared/model/profile'
import { safetySentences, thresholdSentence } from '@shared/model/profile-sentences'
import type { plans as contract } from '@shared/contract/plans'
import type { HandlersOf } from '../platform/handlers'
import { profileSummary } from '../profiles'
import { invariantView } from '../invariants'
import { estimateUse } from './insight/estimate-plan'
import { estimateView } from './insight/views'
import type { PlanDeps, UsableAction, UsableResource } from './ports'
import { argProblems, builtinFault } from './path-args'
import type { BaseState } from '../sandboxes'
import { requireBranch } from './require-branch'
import { actorsOf, findProjects, resourcesOf } from './use-plan'

type Preview = HandlersOf<typeof contract>['preview']
type Input = Parameters<Preview>[0]
type Output = Awaited<ReturnType<Preview>>

type Row = Output['resources'][number]
type Looked = { readonly resource: UsableResource; readonly row: Row; readonly base: BaseState | null }

/** A resource as a plan would find it, with its base where that is recorded and all that the plan would start from. */
async function lookAt(
  deps: PlanDeps,
  action: UsableAction,
  { resource, readOnly }: ReturnType<typeof resourcesOf>[number],
  onlyCommitted: boolean,
): Promise<Looked> {
  const { id: resourceId, name, type, strategy, path, branch } = resource
  const source = { strategy, resourceId, name, path, branch }
  const row = { name, type, read_only: readOnly, branch, uncommitted: 0, problem: null }
  let base: BaseState | null = null
  try {
    if (strategy === 'filesystem_copy') {
      await deps.sandboxes.inspectFolder(source)
      return { resource, row, base }
    }
    const captured = await deps.sandboxes.captureBase(source, { planId: deps.newId(), includeUncommitted: false })
    if (onlyCommitted) base = captured
    if (!readOnly && !action.readOnly) requireBranch(name, captured)
    return { resource, row: { ...row, branch: captured.branch, uncommitted: captured.uncommittedCount }, base }
  } catch (error) {
    // What would refuse the plan is what this preview is for; anything else is a bug.
    if (!(error instanceof Refusal)) throw error
    return { resource, row: { ...row, problem: error.message }, base }
  }
}

/** What its built-in actors cannot work with, once every arg that they need is there. */
function actorProblems(
  deps: PlanDeps,
  action: UsableAction,
  actors: Readonly<Record<string, string | null>>,
  input: Input,
): Output['arg_problems'] {
  try {
    const fault = builtinFault(deps, actors, deps.actions.resolveArgs(action.id, input.args ?? {}))
    return fault ? [{ arg: fault.arg, message: fault.message }] : []
  } catch (error) {
    // Args that are missing or of another type are told by their fields.
    if (error instanceof Refusal) return []
    throw error
  }
}

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
  const found = await Promise.all(links.map((link) => lookAt(deps, action, link, !input.include_uncommitted)))
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
    resources: found.map(({ row }) => row),
    arg_problems: [
      ...(await argProblems(deps, action, found, input.args ?? {})),
      ...actorProblems(deps, action, actors, input),
    ],
    estimate: estimateView(estimateUse(deps, { actionId: action.id, actors, before: null })),
    indexed_files: links.reduce((sum, link) => sum + link.resource.fileCount, 0),
  }
}
