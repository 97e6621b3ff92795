import { and, asc, desc, eq, gte, inArray, ne, sql } from 'drizzle-orm'
import { conflict } from '@shared/model/refusal'
import type { Phase, PlanState, WaitReason } from '@shared/model/plan'
import type { Db } from '../infrastructure/db/open'
import type { Plan, PlanError, Standing } from './domain/plan'
import { planEvents, planProjects, planResources, plans } from './tables'

type Row = typeof plans.$inferSelect
type MadeFrom = Pick<Plan, 'action' | 'args' | 'profile' | 'profileSource' | 'readOnly' | 'applyMode' | 'indexedFiles'>
type Outcome = Pick<Plan, 'notices' | 'applied' | 'report' | 'finishedPhase'>

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
    // Plans of before hold neither.
    action: { ...madeFrom.action, validations: madeFrom.action.validations ?? [] },
    ...outcome,
    finishedPhase: outcome.finishedPhase ?? null,
  }
}

function rowFrom(plan: Plan): Row {
  const {
    action,
    args,
    profile,
    profileSource,
    readOnly,
    applyMode,
    indexedFiles,
    notices,
    applied,
    report,
    finishedPhase,
  } = plan
  return {
    id: plan.id,
    version: plan.version,
    title: plan.title,
    actionId: plan.actionId,
    actionName: action.name,
    phase: plan.phase,
    state: plan.state,
    reason: plan.reason,
    gate: plan.gate,
    attempt: plan.attempt,
    error: plan.error === null ? null : pack(plan.error),
    profileName: profile.name,
    parentId: plan.parentId,
    madeFrom: pack({ action, args, profile, profileSource, readOnly, applyMode, indexedFiles } satisfies MadeFrom),
    outcome: pack({ notices, applied, report, finishedPhase } satisfies Outcome),
    filesModified: plan.filesModified,
    created: plan.created,
    started: plan.started,
    ended: plan.ended,
    updated: plan.updated,
  }
}

const activeStates = sql`${plans.state} NOT IN ('applied', 'cancelled')`

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
    inState(...states: PlanState[]): readonly Plan[] {
      const rows = db.select().from(plans).where(inArray(plans.state, states)).orderBy(asc(plans.id)).all()
      return rows.map((row) => planFrom(row, projectsOf(row.id)))
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

function createPhaseTimes(db: Db) {
  return {
    /**
     * Milliseconds that plans were worked on until `now`, by plan: only while a phase ran, so neither the time in the
     * queue nor the time that a person took to answer. Of one plan, or of all.
     */
    workedTimes(now: number, planId?: string): ReadonlyMap<string, number> {
      const which = planId === undefined ? sql`` : sql`AND plan_id = ${planId}`
      const rows = db.all<{ plan_id: string; worked: number }>(sql`
        SELECT plan_id, sum(coalesce(
          (SELECT later.at FROM plan_events AS later WHERE later.plan_id = one.plan_id AND later.seq = one.seq + 1), ${now}
        ) - at) AS worked FROM plan_events AS one WHERE state = 'processing' ${which} GROUP BY plan_id`)
      return new Map(rows.map((row) => [row.plan_id, Math.max(0, row.worked)]))
    },
    /** Whether a worker has taken the phase up since. */
    claimedSince(planId: string, phase: Phase, since: number): boolean {
      const where = and(
        eq(planEvents.planId, planId),
        eq(planEvents.type, 'claimed'),
        eq(planEvents.phase, phase),
        gte(planEvents.at, since),
      )
      return db.select().from(planEvents).where(where).limit(1).get() !== undefined
    },
    /** Milliseconds that phases of the plan were worked on, from a moment on. */
    workedSince(planId: string, from: number, now: number): number {
      const rows = db.select().from(planEvents).where(eq(planEvents.planId, planId)).orderBy(asc(planEvents.seq)).all()
      return rows.reduce((sum, row, at) => {
        if (row.state !== 'processing') return sum
        return sum + Math.max(0, (rows[at + 1]?.at ?? now) - Math.max(row.at, from))
      }, 0)
    },
    /** The moments at which each phase was entered and left, from the event rows. */
    phaseTimes(planId: string): ReadonlyMap<Phase, { started: number | null; ended: number | null }> {
      const times = new Map<Phase, { started: number | null; ended: number | null }>()
      const rows = db.select().from(planEvents).where(eq(planEvents.planId, planId)).orderBy(asc(planEvents.seq)).all()
      let running: Phase | null = null
      for (const row of rows) {
        const phase = row.phase as Phase
        if (running !== null && row.state !== 'processing') {
          times.set(running, { started: times.get(running)?.started ?? null, ended: row.at })
          running = null
        }
        if (row.state !== 'processing') continue
        running = phase
        times.set(phase, { started: times.get(phase)?.started ?? row.at, ended: null })
      }
      return times
    },
  }
}

/** What the end of a plan is called in its event rows until its sandbox is gone and the end is true. */
export const endings = ['cancelling', 'finishing'] as const
export type Ending = (typeof endings)[number]

function createEndings(db: Db) {
  const ending = (planId: string): Ending | null => {
    const last = db
      .select({ type: planEvents.type })
      .from(planEvents)
      .where(eq(planEvents.planId, planId))
      .orderBy(desc(planEvents.seq))
      .limit(1)
      .get()
    return endings.find((one) => one === last?.type) ?? null
  }
  return {
    /** How a plan is about to end; null where it is not. */
    ending,
    /** Plans whose end had begun. */
    endingPlans(): readonly string[] {
      return db
        .selectDistinct({ id: plans.id })
        .from(plans)
        .innerJoin(planEvents, eq(planEvents.planId, plans.id))
        .where(and(activeStates, inArray(planEvents.type, [...endings])))
        .all()
        .map((row) => row.id)
        .filter((id) => ending(id) !== null)
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
    ...createActiveReads(db),
    ...createPhaseTimes(db),
    ...createEndings(db),
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
