import { plural } from '@shared/model/plural'
import { conflict, invalid, Refusal } from '@shared/model/refusal'
import type { ActorRole } from '@shared/model/plan'
import type { ResolvedActor } from '../actors'
import type { Invariant } from '../invariants'
import { describeLeftOut, type BaseState } from '../sandboxes'
import type { Plan, ArgValue } from './domain/plan'
import { givenTitle, planTitle } from './domain/plan-title'
import { enforcedQuestion, givenDecision } from './given-decisions'
import { announce, type Moved } from './move-plan'
import type { PlanDeps, UsableAction, UsableProject, UsableResource } from './ports'
import type { PlanResource } from './repository'
import { builtinFault, missingPaths, requirePaths, requireWorkable } from './path-args'
import { requireBranch } from './require-branch'

export type UseInput = {
  readonly action: string
  readonly projects: readonly string[]
  readonly args: Readonly<Record<string, ArgValue>>
  readonly automationProfile?: string
  readonly includeUncommitted: boolean
  /** What a person calls the plan, instead of what its action and arguments say. */
  readonly title?: string | undefined
}

/** Paths named in the notice of what a plan does not cover. */
const shownLeftOut = 10

/** Which roles of an action an actor was named for, or is configured for; the first two must be there. */
const requiredRoles: ReadonlySet<ActorRole> = new Set(['strategy', 'execution'])

export function findProjects(deps: Pick<PlanDeps, 'projects'>, names: readonly string[]): readonly UsableProject[] {
  const found = new Map(names.map((name) => deps.projects.find(name)).map((project) => [project.id, project]))
  if (found.size === 0) {
    throw invalid('plan.no_project', 'A plan needs at least one project; none was given.', {
      hint: 'agents plan use ACTION PROJECT',
    })
  }
  return [...found.values()]
}

/** The resources of several projects together; one that any of them links as writable is writable. */
export function resourcesOf(
  projects: readonly UsableProject[],
): readonly { resource: UsableResource; readOnly: boolean }[] {
  const all = new Map<string, { resource: UsableResource; readOnly: boolean }>()
  for (const { resource, readOnly } of projects.flatMap((project) => project.resources)) {
    const earlier = all.get(resource.id)
    all.set(resource.id, { resource, readOnly: readOnly && (earlier?.readOnly ?? true) })
  }
  return [...all.values()]
}

/** The configured judge of rules or of risk, where there is one; estimation is filled only where an action names it. */
function optionalActor(deps: Pick<PlanDeps, 'resolveActor'>, role: ActorRole): ResolvedActor | null {
  if (role !== 'invariant' && role !== 'review') return null
  try {
    return deps.resolveActor(null, role)
  } catch (error) {
    if (error instanceof Refusal && error.data.code === 'actor.none') return null
    throw error
  }
}

/** The actors a plan will use, by role, with a sentence for each name that was replaced by its successor. */
export function actorsOf(
  deps: Pick<PlanDeps, 'resolveActor'>,
  action: UsableAction,
): { actors: Record<string, string | null>; notices: string[] } {
  const notices: string[] = []
  const actors: Record<string, string | null> = {}
  for (const role of ['strategy', 'execution', 'estimation', 'invariant', 'review'] as const) {
    const named = action.actors[role] ?? null
    const actor =
      named === null && !requiredRoles.has(role) ? optionalActor(deps, role) : deps.resolveActor(named, role)
    if (actor === null) {
      actors[role] = null
      continue
    }
    actors[role] = actor.name
    if (actor.kind === 'llm' && actor.replaced) notices.push(actor.replaced.note)
  }
  return { actors, notices: [...new Set(notices)] }
}

/** Forgets what a plan without sandboxes holds of its sources: uncommitted work and the states of folders. */
export async function releaseBases(
  deps: Pick<PlanDeps, 'sandboxes'>,
  planId: string,
  resources: readonly PlanResource[],
): Promise<void> {
  for (const { resourceId, base } of resources) await deps.sandboxes.releaseBase(planId, resourceId, base as BaseState)
}

/** Records every source on `resources` as far as it gets, and answers what a person should know of them. */
async function recordSources(
  deps: PlanDeps,
  planId: string,
  links: ReturnType<typeof resourcesOf>,
  options: { readonly includeUncommitted: boolean; readonly readOnly: boolean },
  resources: PlanResource[],
) {
  const notices: string[] = []
  for (const { resource, readOnly } of links) {
    const { id: resourceId, name, type, strategy, path, branch } = resource
    const base = await deps.sandboxes.captureBase(
      { strategy, resourceId, name, path, branch },
      { planId, includeUncommitted: options.includeUncommitted && !readOnly },
    )
    if (base.uncommittedCount > 0) {
      const were = base.uncommittedCount === 1 ? 'was' : 'were'
      const what = base.includesUncommitted ? 'taken into what the plan starts from' : 'left out of the plan'
      notices.push(
        `${name}: ${plural(base.uncommittedCount, 'uncommitted change')} in the checkout ${were} ${what} when it was made.`,
      )
    }
    if (base.behindUpstream)
      notices.push(`${name}: branch ${base.branch} is ${plural(base.behindUpstream, 'commit')} behind its upstream.`)
    if (base.leftOut.length > 0) {
      const shown = base.leftOut.slice(0, shownLeftOut).map(describeLeftOut).join(', ')
      const more = base.leftOut.length > shownLeftOut ? ` and ${base.leftOut.length - shownLeftOut} more` : ''
      notices.push(`${name}: not covered, so neither seen nor changed by the plan: ${shown}${more}.`)
    }
    // What was recorded is known before it may be refused, so that it is released again.
    resources.push({ resourceId, name, type, path, readOnly, base })
    if (!readOnly && !options.readOnly) requireBranch(name, base)
  }
  return notices
}

/** Stores the plan with its root decision and one decision for each invariant, all or nothing. */
function storePlan(
  deps: PlanDeps,
  plan: Plan,
  resources: readonly PlanResource[],
  invariants: readonly Invariant[],
): void {
  deps.db.transaction(() => {
    deps.plans.add(plan, resources)
    deps.invariants.attach(plan.id, invariants)
    const root = deps.newId()
    deps.decisions.add(givenDecision(deps, plan, root, null, 'prompt_definition', 'What is to be done?', plan.title))
    for (const { text } of invariants)
      deps.decisions.add(givenDecision(deps, plan, deps.newId(), root, 'invariant_enforced', enforcedQuestion, text))
    deps.actions.markUsed(plan.actionId)
  })
}

type Made = {
  readonly id: string
  readonly action: UsableAction
  readonly projects: readonly UsableProject[]
  readonly args: Readonly<Record<string, ArgValue>>
  readonly actors: Readonly<Record<string, string | null>>
  readonly profile: Plan['profile']
  readonly profileSource: Plan['profileSource']
  readonly outerGuards: Plan['outerGuards']
  readonly notices: readonly string[]
  readonly indexedFiles: number
  readonly title: string
}

/** The plan as it stands before its first step: waiting for a start where the profile leaves that to a person. */
function newPlan(deps: PlanDeps, made: Made): Plan {
  const { action, projects, args, profile, ...rest } = made
  const waits = profile.thresholds.decompose_task >= 1
  const now = deps.clock()
  const { name, revision, description, longDescription, definitionOfDone, validations } = action
  return {
    ...rest,
    version: 1,
    actionId: action.id,
    action: { name, revision, description, longDescription, definitionOfDone, validations, actors: made.actors },
    args,
    projects: projects.map((project) => ({ id: project.id, name: project.name })),
    profile,
    readOnly: action.readOnly,
    applyMode: projects.find((project) => project.applyMode)?.applyMode ?? deps.limits.defaultApplyMode(),
    parentId: null,
    filesModified: 0,
    applied: null,
    report: null,
    skipHooks: false,
    applyModeOnce: null,
    conflictCauses: [],
    drift: null,
    finishedPhase: null,
    created: now,
    started: null,
    ended: null,
    updated: now,
    phase: 'strategize',
    state: waits ? 'awaiting_input' : 'queued',
    reason: waits ? 'phase_gate' : null,
    gate: waits ? 'strategize' : null,
    attempt: 1,
    error: null,
  }
}

/**
 * Makes a plan from an action and projects: everything is checked before anything is stored. The profile says whether it
 * starts by itself or waits for a person to start it.
 */
export async function makePlan(deps: PlanDeps, input: UseInput): Promise<Moved> {
  const action = deps.actions.take(input.action)
  const projects = findProjects(deps, input.projects)
  const args = deps.actions.resolveArgs(action.id, input.args)
  const {
    profile,
    source: profileSource,
    outer: outerGuards,
  } = deps.profiles.resolve({
    ...(input.automationProfile === undefined ? {} : { plan: input.automationProfile }),
    action: action.automationProfile,
    project: projects.find((project) => project.automationProfile !== null)?.automationProfile ?? null,
  })
  const { actors, notices } = actorsOf(deps, action)
  const links = resourcesOf(projects)
  if (links.length === 0) {
    const names = projects.map((project) => project.name).join(', ')
    throw conflict('plan.no_resource', `${names} has no resources, so there is nothing to work on.`, {
      hint: 'agents project link-resource PROJECT RESOURCE',
    })
  }
  requireWorkable(action, builtinFault(deps, actors, args))
  const id = deps.newId()
  const resources: PlanResource[] = []
  const indexedFiles = links.reduce((sum, link) => sum + link.resource.fileCount, 0)
  try {
    const told = await recordSources(
      deps,
      id,
      links,
      { includeUncommitted: input.includeUncommitted, readOnly: action.readOnly },
      resources,
    )
    requirePaths(action, await missingPaths(deps, action, resources, args))
    const title = givenTitle(input.title) ?? planTitle(action, args)
    const made = { id, title, action, projects, args, actors, profile, profileSource, outerGuards, indexedFiles }
    const { effective, overridden } = deps.invariants.resolve(action, projects)
    const gaveWay = overridden.map(
      ({ invariant, by, why }) =>
        `The ${invariant.scope} invariant "${invariant.text}" gives way to that of the ${by.scope}, which ${why}.`,
    )
    const plan = newPlan(deps, { ...made, notices: [...notices, ...told, ...gaveWay] })
    storePlan(deps, plan, resources, effective)
    for (const title of plan.notices) deps.activity.add(plan.id, { phase: 'strategize', kind: 'notice', title })
    announce(deps, plan)
    return { plan, effects: plan.state === 'queued' ? ['run'] : [], nothing: null }
  } catch (error) {
    // Nothing of a plan that could not be made stays behind in the sources.
    await releaseBases(deps, id, resources)
    throw error
  }
}
