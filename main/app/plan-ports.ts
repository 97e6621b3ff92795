import { sql } from 'drizzle-orm'
import type { ActionDeps } from '../actions'
import { markUsed, requireArgs, takeAction } from '../actions'
import type { Db } from '../infrastructure/db/open'
import type { ProjectLookup } from '../projects'
import { type Profiles, resolveGuarded } from '../profiles'
import type { ActionsPort, ProfilesPort, ProjectsPort, PlanLimits } from '../plans'
import type { ProjectDefaults, Settings } from '../settings'
import { strategyOf, type Resource, type ResourceLookup } from '../resources'

/** Actions as plans need them. */
export function actionsPort(deps: ActionDeps): ActionsPort {
  return {
    take(query) {
      const { id, name, revision, definition } = takeAction(deps, query)
      const { description, longDescription, definitionOfDone, readOnly, automationProfile } = definition
      const actors = Object.fromEntries(
        Object.entries(definition.actors).filter(([, actor]) => actor !== null),
      ) as Record<string, string>
      return {
        id,
        name,
        revision,
        description,
        longDescription,
        definitionOfDone,
        invariants: definition.invariants,
        validations: definition.validations,
        actors,
        readOnly,
        automationProfile,
        pathArgs: definition.args.filter(({ type }) => type === 'path').map((arg) => arg.name),
      }
    },
    resolveArgs: (actionId, given) => requireArgs(takeAction(deps, actionId).definition, given),
    markUsed(actionId) {
      markUsed(deps, takeAction(deps, actionId))
    },
  }
}

function fileCountOf(resource: Resource): number {
  const { counts } = resource
  return counts['fs-file'] ?? 0
}

/** Projects and their resources as plans need them. */
export function projectsPort(projects: ProjectLookup, resources: ResourceLookup): ProjectsPort {
  return {
    find(query) {
      const { id, name, applyMode, automationProfile } = projects.findProject(query)
      const links = projects.projectResources(id).map(({ resource, readOnly }) => {
        const { id: resourceId, name: resourceName, type, canonicalPath, branch } = resource
        return {
          readOnly,
          resource: {
            id: resourceId,
            name: resourceName,
            type,
            strategy: strategyOf(type),
            path: canonicalPath,
            branch,
            fileCount: fileCountOf(resource),
          },
        }
      })
      return { id, name, applyMode, automationProfile, resources: links }
    },
    isTrusted: (resourceId) => resources.isTrusted(resourceId),
    trustStanding: (resourceId) => resources.trustStanding(resourceId),
  }
}

/** Profiles by where they are named; what the environment says goes before the configuration file. */
export function profilesPort(profiles: Profiles, settings: Settings): ProfilesPort {
  return {
    resolve({ plan, action, project }) {
      const { environment, global } = settings.profileNames()
      return resolveGuarded({ plan, action, project, global: environment ?? global }, profiles.all())
    },
  }
}

export function limitsFrom(settings: Settings): PlanLimits {
  return {
    concurrency: () => settings.number('plan.concurrency'),
    maxTurns: () => settings.number('plan.max-turns'),
    modelRetries: () => settings.number('model.retries'),
    planChanges: () => settings.number('limits.plan-changes'),
    parallelReads: () => settings.number('model.parallel-reads'),
    costs: ({ projects }) => {
      const each = projects.flatMap(({ id }) => settings.amount('limits.plan-cost-usd', id) ?? [])
      const plan = each.length > 0 ? Math.min(...each) : settings.amount('limits.plan-cost-usd')
      return { plan, total: settings.amount('limits.total-cost-usd') }
    },
    defaultApplyMode: () => settings.text('plan.apply-mode') as ReturnType<PlanLimits['defaultApplyMode']>,
  }
}

/** A yes that outlives restarts, in the database's own table. */
export function markerIn(db: Db, key: string) {
  return {
    get: () => db.get<{ value: string }>(sql`SELECT value FROM meta WHERE key = ${key}`) !== undefined,
    set: () => void db.run(sql`INSERT OR REPLACE INTO meta (key, value) VALUES (${key}, 'yes')`),
  }
}

/** The settings that a project keeps in its own row, so that two commands are one truth. */
export function projectDefaultsIn(db: Db): ProjectDefaults {
  const columns = { 'core.automation-profile': sql`automation_profile`, 'plan.apply-mode': sql`apply_mode` } as const
  return {
    get: (projectId, key) =>
      db.get<{ value: string | null }>(sql`SELECT ${columns[key]} AS value FROM projects WHERE id = ${projectId}`)
        ?.value ?? null,
    set: (projectId, key, value) =>
      void db.run(sql`UPDATE projects SET ${columns[key]} = ${value} WHERE id = ${projectId}`),
  }
}
