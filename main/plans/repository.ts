import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { noSafety, type Safety } from '@shared/model/profile'
import { conflict } from '@shared/model/refusal'
import type { Phase, PlanState, WaitReason } from '@shared/model/plan'
import type { Db } from '../infrastructure/db/open'
import type { Plan, PlanError, Standing } from './domain/plan'
import { activeStates, createEventReads } from './event-reads'
import { createReadsOfMany } from './reads-of-many'
import { planEvents, planProjects, planResources, plans } from './tables'

type Row = typeof plans.$inferSelect
/** What a plan is made from, and what came of it: each is kept whole, in a column of its own. */
const madeFromKeys = [
  'action',
  'args',
  'profile',
  'profileSource',
  'outerGuards',
  'readOnly',
  'applyMode',
  'indexedFiles',
] as const satisfies readonly (keyof Plan)[]
const outcomeKeys = [
  'notices',
  'applied',
  'report',
  'finishedPhase',
  'skipHooks',
  'applyModeOnce',
  'conflictCauses',
  'drift',
] as const satisfies readonly (keyof Plan)[]
type MadeFrom = Pick<Plan, (typeof madeFromKeys)[number]>
type Outcome = Pick<Plan, (typeof outcomeKeys)[number]>

/** What a plan recorded of a resource when it was made. */
export type PlanResource = {
  readonly resourceId: string
  readonly name: string
  readonly type: string
  readonly path: string
  readonly readOnly: boolean
  /** The sandbox slice's record of the source; opaque here. */
  readonly base: unknown
}

const pack = (value: unknown): string => JSON.stringify({ v: 1, value })
const unpack = <T>(column: string): T => (JSON.parse(column) as { value: T }).value

/** Profiles had no guards; only `ci` never waited, by its name. */
const safetyOfBefore = (profile: string): Safety => ({ ...noSafety, neverWait: profile === 'ci' })

function planFrom(row: Row, projects: Plan['projects']): Plan {
  const madeFrom = unpack<MadeFrom>(row.madeFrom)
  const outcome = unpack<Outcome>(row.outcome)
  return {
    id: row.id,
    version: row.version,
    title: row.title,
    actionId: row.actionId,
    phase: row.phase as Phase,
    state: row.state as PlanState,
    reason: row.reason as WaitReason | null,
    gate: row.gate as Phase | null,
    attempt: row.attempt,
    error: row.error === null ? null : unpack<PlanError>(row.error),
    parentId: row.parentId,
    filesModified: row.filesModified,
    created: row.created,
    started: row.started,
    ended: row.ended,
    updated: row.updated,
    projects,
    ...madeFrom,
    // Plans of before hold none of these.
    profile: { ...madeFrom.profile, safety: madeFrom.profile.safety ?? safetyOfBefore(madeFrom.profile.name) },
    outerGuards: madeFrom.outerGuards ?? noSafety,
    action: {
      ...madeFrom.action,
      validations: madeFrom.action.validations ?? [],
      revision: madeFrom.action.revision ?? null,
    },
    ...outcome,
    finishedPhase: outcome.finishedPhase ?? null,
    skipHooks: outcome.skipHooks ?? false,
    applyModeOnce: outcome.applyModeOnce ?? null,
    conflictCauses: outcome.conflictCauses ?? [],
    drift: outcome.drift ?? null,
  }
}

const partOf = (plan: Plan, keys: readonly (keyof Plan)[]) => Object.fromEntries(keys.map((key) => [key, plan[key]]))

function rowFrom(plan: Plan): Row {
  return {
    id: plan.id,
    version: plan.version,
    title: plan.title,
    actionId: plan.actionId,
    actionName: plan.action.name,
    phase: plan.phase,
    state: plan.state,
    reason: plan.reason,
    gate: plan.gate,
    attempt: plan.attempt,
    error: plan.error === null ? null : pack(plan.error),
    profileName: plan.profile.name,
    parentId: plan.parentId,
    madeFrom: pack(partOf(plan, madeFromKeys)),
    outcome: pack(partOf(plan, outcomeKeys)),
    filesModified: plan.filesModified,
    created: plan.created,
    started: plan.started,
    ended: plan.ended,
    updated: plan.updated,
  }
}

function createReads(db: Db) {
  const projectsOf = (planId: string) =>
    db
      .select({ id: planProjects.projectId, name: planProjects.projectName })
      .from(planProjects)
      .where(eq(planProjects.planId, planId))
      .all()
  return {
    byId(id: string): Plan | undefined {
      const row = db.select().from(plans).where(eq(plans.id, id)).get()
      return row && planFrom(row, projectsOf(id))
    },
    idsLike(query: string): readonly string[] {
      const key = query.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
      const where = sql`${plans.id} LIKE ${`${key}%`} OR ${plans.id} LIKE ${`%${key}`}`
      return db
        .select({ id: plans.id })
        .from(plans)
        .where(where)
        .limit(50)
        .all()
        .map((row) => row.id)
    },
    count(): number {
      return (
        db
          .select({ n: sql<number>`count(*)` })
          .from(plans)
          .get()?.n ?? 0
      )
    },
    /** The plans that this one started, oldest first. */
    childrenOf(planId: string): readonly Pick<Plan, 'id' | 'title' | 'created'>[] {
      const { id, title, created } = plans
      return db.select({ id, title, created }).from(plans).where(eq(plans.parentId, planId)).orderBy(asc(id)).all()
    },
    resources(planId: string): readonly PlanResource[] {
      const rows = db.select().from(planResources).where(eq(planResources.planId, planId)).all()
      return rows.map(({ planId: _planId, base, readOnly, ...row }) => ({
        ...row,
        readOnly: readOnly === 1,
        base: unpack(base),
      }))
    },
  }
}

/** Plans that are neither applied nor cancelled, by what they use. */
function createActiveReads(db: Db) {
  return {
    activeOfProject(projectId: string): readonly string[] {
      const where = and(
        activeStates,
        sql`${plans.id} IN (SELECT plan_id FROM plan_projects WHERE project_id = ${projectId})`,
      )
      return db
        .select({ id: plans.id })
        .from(plans)
        .where(where)
        .all()
        .map((row) => row.id)
    },
    /** Oldest first, with their titles. */
    active(of: { readonly projectId?: string; readonly actionId?: string }) {
      const { projectId, actionId } = of
      const inProject = sql`${plans.id} IN (SELECT plan_id FROM plan_projects WHERE project_id = ${projectId})`
      const where = and(
        activeStates,
        projectId === undefined ? undefined : inProject,
        actionId === undefined ? undefined : eq(plans.actionId, actionId),
      )
      return db.select({ id: plans.id, name: plans.title }).from(plans).where(where).orderBy(asc(plans.id)).all()
    },
    activeOfResource(resourceId: string): readonly string[] {
      const where = and(
        activeStates,
        sql`${plans.id} IN (SELECT plan_id FROM plan_resources WHERE resource_id = ${resourceId})`,
      )
      return db
        .select({ id: plans.id })
        .from(plans)
        .where(where)
        .all()
        .map((row) => row.id)
    },
  }
}

export type Plans = ReturnType<typeof createPlans>

/** Plans as they are stored. Synchronous, so that row and event are one transaction. */
export function createPlans(db: Db) {
  const event = (planId: string, type: string, to: Standing, at: number): void => {
    const top =
      db
        .select({ top: sql<number | null>`max(${planEvents.seq})` })
        .from(planEvents)
        .where(eq(planEvents.planId, planId))
        .get()?.top ?? 0
    const { phase, state, reason, attempt } = to
    db.insert(planEvents)
      .values({ planId, seq: top + 1, type, phase, state, reason, attempt, at })
      .run()
  }
  return {
    ...createReads(db),
    ...createReadsOfMany(db, planFrom),
    ...createActiveReads(db),
    ...createEventReads(db),
    add(plan: Plan, resources: readonly PlanResource[]): void {
      db.insert(plans).values(rowFrom(plan)).run()
      for (const project of plan.projects) {
        db.insert(planProjects).values({ planId: plan.id, projectId: project.id, projectName: project.name }).run()
      }
      for (const resource of resources) {
        const { base, readOnly, ...rest } = resource
        db.insert(planResources)
          .values({ planId: plan.id, ...rest, readOnly: readOnly ? 1 : 0, base: pack(base) })
          .run()
      }
      event(plan.id, 'created', plan, plan.created)
    },
    /** What the plan works from is another state of the source now. */
    setBase(planId: string, resourceId: string, base: unknown): void {
      const where = and(eq(planResources.planId, planId), eq(planResources.resourceId, resourceId))
      db.update(planResources)
        .set({ base: pack(base) })
        .where(where)
        .run()
    },
    /** Notes how many files a plan has changed so far; no change of its standing, so nobody loses a race to it. */
    noteFilesModified(planId: string, filesModified: number): boolean {
      const differs = and(eq(plans.id, planId), ne(plans.filesModified, filesModified))
      return db.update(plans).set({ filesModified }).where(differs).run().changes > 0
    },
    /**
     * Stores a plan made from the version that `from` has, with the event that led there.
     * Where somebody else was faster, nothing is stored and the caller gets a conflict.
     */
    store(from: Plan, change: Partial<Plan>, type: string, at: number): Plan {
      const next: Plan = { ...from, ...change, version: from.version + 1, updated: at }
      const { id, ...row } = rowFrom(next)
      const result = db
        .update(plans)
        .set(row)
        .where(and(eq(plans.id, id), eq(plans.version, from.version)))
        .run()
      if (result.changes === 0) {
        throw conflict(
          'plan.changed_meanwhile',
          `Plan ${id} was changed by another command at the same moment; nothing of this one was stored.`,
          {
            hint: 'Look at the plan again and repeat the command where it still applies.',
          },
        )
      }
      if (type !== 'note') event(id, type, next, at)
      return next
    },
  }
}
