import { asc, count, inArray, sql } from 'drizzle-orm'
import type { PlanState } from '@shared/model/plan'
import type { Db } from '../infrastructure/db/open'
import type { Plan } from './domain/plan'
import { planProjects, plans } from './tables'

type Row = typeof plans.$inferSelect

/** Reads of many plans at once, in a constant number of statements. */
export function createReadsOfMany(db: Db, planFrom: (row: Row, projects: Plan['projects']) => Plan) {
  /** One statement for the projects of all. */
  const withProjects = (rows: readonly Row[]): readonly Plan[] => {
    const ids = JSON.stringify(rows.map((row) => row.id))
    const linked = db
      .select({ planId: planProjects.planId, id: planProjects.projectId, name: planProjects.projectName })
      .from(planProjects)
      .where(sql`${planProjects.planId} IN (SELECT value FROM json_each(${ids}))`)
      .orderBy(sql`rowid`)
      .all()
    const projects = Map.groupBy(linked, (row) => row.planId)
    return rows.map((row) =>
      planFrom(
        row,
        (projects.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
      ),
    )
  }
  return {
    inState(...states: PlanState[]): readonly Plan[] {
      return withProjects(db.select().from(plans).where(inArray(plans.state, states)).orderBy(asc(plans.id)).all())
    },
    countInState(...states: PlanState[]): number {
      return db.select({ n: count() }).from(plans).where(inArray(plans.state, states)).get()?.n ?? 0
    },
    /** Those of the ids that there are. */
    byIds(ids: readonly string[]): ReadonlyMap<string, Plan> {
      const rows =
        ids.length === 0
          ? []
          : db
              .select()
              .from(plans)
              .where(inArray(plans.id, [...ids]))
              .all()
      return new Map(withProjects(rows).map((plan) => [plan.id, plan]))
    },
  }
}
