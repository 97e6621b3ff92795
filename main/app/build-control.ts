import { isTerminal } from '@shared/model/plan'
import { findActionFor, type ActionDeps } from '../actions'
import { addInvariant, countInvariants, invariantHandlers, type InvariantDeps, type Targets } from '../invariants'
import { findPlan, recordEnforced, recordReleased, runValidationsNow, validationResults, type PlanDeps } from '../plans'
import type { ProjectDeps, ProjectLookup } from '../projects'
import type { ResourceLookup } from '../resources'
import { countAttached, validationHandlers, type ValidationDeps } from '../validations'
import type { Foundation } from './foundation'

type TargetParts = { readonly projects: ProjectLookup; readonly actions: ActionDeps; readonly plans: () => PlanDeps }

/** What invariants can belong to, as their slices know it. */
function targetsOf({ projects, actions, plans }: TargetParts): Targets {
  const withRules = (action: ReturnType<typeof findActionFor>) => {
    const { id, name, definition } = action
    return { id, name, invariants: definition.invariants }
  }
  return {
    findProject: (query) => projects.findProject(query),
    findAction: (query) => withRules(findActionFor(actions, query)),
    findPlan: (query) => {
      const { id, title, state } = findPlan(plans(), query)
      return { id, name: title, active: !isTerminal(state) }
    },
    plansUnderWay: ({ scope, targetId }) => {
      if (scope === 'global' || targetId === null) return plans().plans.active({})
      if (scope === 'project') return plans().plans.active({ projectId: targetId })
      if (scope === 'action') return plans().plans.active({ actionId: targetId })
      const { id, title } = findPlan(plans(), targetId)
      return [{ id, name: title }]
    },
    rulePlaces: (planId) => {
      const { actionId, action, projects: inProjects } = findPlan(plans(), planId)
      const now = actions.actions.byId(actionId)
      const invariants = now?.revision === action.revision ? now.definition.invariants : []
      return { action: { id: actionId, name: action.name, invariants }, projects: inProjects }
    },
    projectName: (id) => projects.projectById(id)?.name,
    actionOf: (id) => {
      const action = actions.actions.byId(id)
      return action && withRules(action)
    },
    actions: () => actions.actions.list().map(withRules),
  }
}

function invariantDeps(foundation: Foundation, targets: Targets, plans: () => PlanDeps): InvariantDeps {
  const { db, newId, clock, changes } = foundation
  return {
    db,
    newId,
    now: clock,
    changed: (topic, id) => changes.publish(topic, id),
    targets,
    enforced: (planId, rule, why) => recordEnforced(plans(), planId, rule, why),
    released: (planId, rule, why) => recordReleased(plans(), planId, rule, why),
  }
}

/** Rules and checks of projects, as the slice of projects needs them. */
export function projectRules(deps: () => InvariantDeps): ProjectDeps['rules'] {
  return {
    addInvariants: (projectId, texts) => {
      for (const text of texts)
        addInvariant(deps(), {
          text,
          global: false,
          projects: [projectId],
          actions: [],
          plans: [],
          checks: { onlyPaths: null, neverPaths: null, command: null },
          escalate: undefined,
          nonOverridable: false,
        })
    },
    counts: (projectId) => ({
      invariants: countInvariants(deps(), projectId),
      validations: countAttached(deps(), projectId),
    }),
  }
}

type ControlParts = {
  readonly actions: ActionDeps

  readonly projects: ProjectLookup
  readonly resources: ResourceLookup
  readonly models: { readonly providerNames: () => readonly string[] }
  readonly plans: () => PlanDeps
}

function validationDeps(foundation: Foundation, parts: ControlParts): ValidationDeps {
  const { db, newId, clock, changes, config } = foundation
  const { projects, resources, plans } = parts
  return {
    db,
    newId,
    now: clock,
    changed: (topic, id) => changes.publish(topic, id),
    providerNames: parts.models.providerNames,
    env: () => config.env,
    findTarget: (target, query) => {
      if (target === 'project') return projects.findProject(query)
      if (target === 'resource') return resources.findResource(query)
      const plan = findPlan(plans(), query)
      return { id: plan.id, name: plan.title }
    },
    targetName: (target, id) => {
      if (target === 'project') return projects.projectById(id)?.name
      if (target === 'resource') return resources.resourceById(id)?.name
      return plans().plans.byId(id)?.title
    },
    runFor: (query, name, signal) => runValidationsNow(plans(), query, name, signal),
    resultsFor: (query) => validationResults(plans(), query),
  }
}

/** Rules and checks: what they can belong to, and what the fronts ask about them. */
export function buildControl(foundation: Foundation, parts: ControlParts) {
  const targets = targetsOf(parts)
  const rules = invariantDeps(foundation, targets, parts.plans)
  const handlers = {
    invariants: invariantHandlers(rules),
    validations: validationHandlers(validationDeps(foundation, parts)),
  }
  return { targets, rules, handlers }
}
