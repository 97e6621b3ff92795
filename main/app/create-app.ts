import { createActionHandlers, createActionRepository, seedActions, type ActionDeps } from '../actions'
import { actorRoles } from '@shared/model/plan'
import { meansProfile } from '@shared/model/profile'
import { Refusal } from '@shared/model/refusal'
import {
  cancelPlan,
  eventHandlers,
  findPlan,
  inboxHandlers,
  planHandlers,
  recoverPlans,
  reviewHandlers,
} from '../plans'
import { createProfileHandlers, type ProfileDeps, type ProfileUser } from '../profiles'
import { createProjectLookup, linkedProjects, projectHandlers, type ProjectDeps, type ProjectLookup } from '../projects'
import {
  createDiscoveries,
  createResourceLookup,
  resourceHandlers,
  type ResourceDeps,
  type ResourceLookup,
} from '../resources'
import type { Sandboxes } from '../sandboxes'
import { createProjectSettingsRepository, createSettings, createSettingsHandlers, type Settings } from '../settings'
import { dataHandlers } from '../backup'
import { buildBackup } from './build-backup'
import { buildControl, projectRules } from './build-control'
import { buildModels } from './build-models'
import { buildPlans } from './build-plans'
import { createFoundation, type Adapters, type AppConfig, type Foundation } from './foundation'
import type { Handlers } from './handlers'
import { actionsPort, markerIn, profilesPort, projectDefaultsIn, projectsPort } from './plan-ports'
import { createSample } from './sample-project'
import { createSystemHandlers, type CoreFacts } from './system'

export type { AppConfig, Adapters } from './foundation'

export type App = ReturnType<typeof createApp>

function buildSettings(foundation: Foundation, projects: () => ProjectLookup): Settings {
  const { db, clock, changes, config, configFile, profiles } = foundation
  return createSettings({
    configFile,
    env: () => config.env,
    projectSettings: createProjectSettingsRepository(db),
    projectDefaults: projectDefaultsIn(db),
    findProject: (query) => projects().findProject(query),
    profileNames: () => profiles.all().map((profile) => profile.name),
    now: clock,
    changed: (topic, id) => changes.publish(topic, id),
  })
}

/** What a look-up is refused with, with what to do next; null where it is not. */
function refusedWith(look: () => unknown): string | null {
  try {
    look()
    return null
  } catch (error) {
    if (error instanceof Refusal) return `${error.message} ${error.data.hint}`
    throw error
  }
}

function buildActions(
  foundation: Foundation,
  settings: Settings,
  { providerNames, resolveActor }: Pick<ReturnType<typeof buildModels>, 'providerNames' | 'resolveActor'>,
): ActionDeps {
  const { db, newId, clock, changes, config, profiles } = foundation
  return {
    actions: createActionRepository(db),
    newId,
    now: clock,
    changed: (topic, id) => changes.publish(topic, id),
    env: () => config.env,
    known: () => ({
      profiles: profiles.all().map((profile) => profile.name),
      providers: providerNames(),
      actorProblem: (name, role) => refusedWith(() => resolveActor(name, role)),
      defaultActors: actorRoles.filter((role) => settings.mayBeSet(`actor.default.${role}`)),
    }),
  }
}

type PlansOf = { activeOfProject(id: string): readonly string[]; activeOfResource(id: string): readonly string[] }

function buildResources(
  foundation: Foundation,
  providerNames: () => readonly string[],
  planDeps: () => { readonly plans: PlansOf; readonly sandboxes: Pick<Sandboxes, 'forgetFolder'> },
): ResourceDeps {
  const { db, git, disk, newId, clock, changes, config, log } = foundation
  return {
    db,
    git,
    disk,
    users: {
      linkedProjects: (resourceId) => linkedProjects({ db }, resourceId),
      activePlans: (resourceId) =>
        planDeps()
          .plans.activeOfResource(resourceId)
          .map((planId) => ({ planId })),
    },
    newId,
    now: clock,
    changed: (topic, id) => changes.publish(topic, id),
    providerNames,
    homeFolder: config.homeFolder,
    removed: (resourceId) => planDeps().sandboxes.forgetFolder(resourceId),
    reservedFolders: [`${config.dataDir}/sandboxes`, `${config.dataDir}/folders`],
    onFault: (error) => log.error('resources.fault', error),
  }
}

type ProjectParts = {
  resources: ResourceLookup
  providerNames: () => readonly string[]
  plans: () => PlansOf
  cancel: (planId: string) => Promise<void>
  rules: ProjectDeps['rules']
}

function buildProjects(foundation: Foundation, parts: ProjectParts): ProjectDeps {
  const { db, newId, clock, changes, profiles } = foundation
  return {
    db,
    resources: parts.resources,
    plans: {
      activePlans: (projectId) =>
        parts
          .plans()
          .activeOfProject(projectId)
          .map((planId) => ({ planId })),
      cancelPlans: async (projectId) => {
        for (const planId of parts.plans().activeOfProject(projectId)) await parts.cancel(planId)
      },
    },
    rules: parts.rules,
    profileNamed: (text) => profiles.all().find(({ name }) => meansProfile(name, text))?.name,
    newId,
    now: clock,
    changed: (topic, id) => changes.publish(topic, id),
    providerNames: parts.providerNames,
  }
}

function profileDeps(
  { profiles, clock, changes }: Foundation,
  settings: Settings,
  projects: ProjectLookup,
  actions: ActionDeps,
  providerNames: () => readonly string[],
): ProfileDeps {
  return {
    profiles,
    globalDefault: () => settings.text('core.automation-profile'),
    providerNames,
    users: () => profileUsers(settings, projects, actions),
    now: clock,
    changed: (name) => changes.publish('profile', name),
  }
}

/** Every project, action and setting that names a profile. */
function profileUsers(settings: Settings, projects: ProjectLookup, actions: ActionDeps): readonly ProfileUser[] {
  const { environment, global } = settings.profileNames()
  const named = (kind: ProfileUser['kind'], name: string, profile: string | null): ProfileUser[] =>
    profile === null ? [] : [{ kind, name, profile }]
  return [
    ...named('configuration', 'CLEVERAGENTS_CORE_AUTOMATION_PROFILE', environment),
    ...named('configuration', 'core.automation-profile', global),
    ...projects.all().flatMap((one) => named('project', one.name, one.automationProfile)),
    ...actions.actions
      .list()
      .filter(({ state }) => state !== 'archived')
      .flatMap((one) => named('action', one.name, one.definition.automationProfile)),
  ]
}

const idsOf = (resources: ResourceLookup) => new Set(resources.all().map((resource) => resource.id))

/** Namespaces that no provider may take. */
const ownNamespaces = () => ['local']

/**
 * Joins the slices to one application: configuration and adapters in; handlers for every procedure, and its start and end,
 * out. Nothing runs before `start`.
 */
export function createApp(config: AppConfig, adapters: Adapters, facts: CoreFacts) {
  const foundation = createFoundation(config, adapters)
  const { db, changes, profiles, environment } = foundation
  const settings = buildSettings(foundation, () => projects)
  const models = buildModels(foundation, () => settings, ownNamespaces)
  const actions = buildActions(foundation, settings, models)
  const resourceDeps = buildResources(foundation, models.providerNames, () => plans.deps)
  const discoveries = createDiscoveries(resourceDeps)
  const resources = createResourceLookup(resourceDeps)
  const projectDeps = buildProjects(foundation, {
    resources,
    providerNames: models.providerNames,
    plans: () => plans.deps.plans,
    cancel: (planId) => cancelPlan(plans.deps, plans.runner, findPlan(plans.deps, planId)),
    rules: projectRules(() => control.rules),
  })
  const projects = createProjectLookup(projectDeps)
  const control = buildControl(foundation, { projects, resources, actions, models, plans: () => plans.deps })
  const plans = buildPlans(foundation, {
    targets: () => control.targets,
    settings,
    models,
    actions: actionsPort(actions),
    projects: projectsPort(projects, resources),
    profiles: profilesPort(profiles, settings),
    registeredPaths: () => resources.all().map((resource) => resource.canonicalPath),
  })
  const resourceProcedures = resourceHandlers({ ...resourceDeps, discoveries })
  const projectProcedures = projectHandlers(projectDeps)
  const sample = createSample({
    dataDir: config.dataDir,
    git: foundation.git,
    handlers: { resources: resourceProcedures, projects: projectProcedures },
    marker: markerIn(db, 'sample_project'),
  })
  const handlers: Handlers = {
    ...models.handlers,
    ...control.handlers,
    actions: createActionHandlers(actions),
    data: dataHandlers(buildBackup(foundation)),
    events: eventHandlers({ ...plans.deps, changes }),
    inbox: inboxHandlers(plans.deps, plans.alarm),
    plans: planHandlers({
      ...plans.deps,
      runner: plans.runner,
      findProjectId: (query) => projects.findProject(query).id,
    }),
    profiles: createProfileHandlers(profileDeps(foundation, settings, projects, actions, models.providerNames)),
    projects: projectProcedures,
    resources: resourceProcedures,
    review: reviewHandlers({ ...plans.deps, runner: plans.runner }),
    settings: createSettingsHandlers(settings),
    system: createSystemHandlers({ foundation, settings, facts, sample: sample.make }),
  }
  return {
    handlers,
    settings,
    newId: foundation.newId,
    sample,
    busy: plans.runner.busy,
    setKeys: environment.setKeys,
    /** Every secret that is known at present, for the log to mask. */
    secrets: foundation.redactor.secrets,
    /** Puts right what a crash left, then goes on with what was queued. */
    start: async (onRecovering?: (what: readonly string[]) => void) => {
      seedActions(actions)
      discoveries.recover()
      plans.alarm.arm()
      return recoverPlans({ ...plans, ...plans.deps, registered: () => idsOf(resources), onRecovering }, plans.runner)
    },
    dispose: async () => {
      plans.alarm.close()
      await plans.runner.close()
      await discoveries.close()
    },
  }
}
