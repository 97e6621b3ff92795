import { sql } from 'drizzle-orm'
import type { PlanSummary } from '@shared/contract/plan-view'
import type { PlanFilter } from '@shared/model/plan'
import type { PlanDeps } from '../ports'
import { estimatedPrice } from '../usage'
import { shortId } from './plan-view'

/** A row as a list, which is made quicker than an object. */
type Row = [
  id: string,
  title: string,
  phase: PlanSummary['phase'],
  state: PlanSummary['state'],
  reason: PlanSummary['reason'],
  attempt: number,
  action: string,
  profile: string,
  parentId: string | null,
  filesModified: number,
  created: number,
  updated: number,
]

type Used = { readonly plan_id: string; readonly cost: number | null; readonly estimated: number }
type Waiting = { readonly plan_id: string; readonly waiting: number }
type Failed = { readonly plan_id: string; readonly code: string | null }
type Linked = [planId: string, project: string]

export type SummaryFilter = {
  readonly state?: PlanFilter
  readonly projectId?: string
  readonly action?: string
  readonly archived: boolean
  readonly limit: number
}

const all = sql`1 = 1`

function whereOf(filter: SummaryFilter) {
  const state =
    filter.state === 'failed'
      ? sql`state IN ('errored', 'constrained')`
      : filter.state === 'waiting'
        ? sql`state = 'awaiting_input'`
        : filter.state
          ? sql`state = ${filter.state}`
          : all
  const action = filter.action ? sql`lower(action_name) = ${filter.action.toLowerCase()}` : all
  const project = filter.projectId
    ? sql`id IN (SELECT plan_id FROM plan_projects WHERE project_id = ${filter.projectId})`
    : all
  const archived = filter.archived
    ? sql`id IN (SELECT plan_id FROM plan_archives)`
    : sql`id NOT IN (SELECT plan_id FROM plan_archives)`
  return sql`${state} AND ${action} AND ${project} AND ${archived}`
}

/** What stands beside plans in other tables, by plan: read whole, which is quicker than joining it to thousands of plans. */
function besidePlans({ db }: Pick<PlanDeps, 'db'>) {
  const used = db.all<Used>(
    sql`SELECT plan_id, CASE WHEN count(*) = count(cost) THEN sum(cost) END AS cost,
      coalesce(sum(price_version = ${estimatedPrice}), 0) AS estimated FROM plan_usage GROUP BY plan_id`,
  )
  const waiting = db.all<Waiting>(
    sql`SELECT plan_id, count(*) AS waiting FROM decisions WHERE standing = 'waiting' AND superseded_at IS NULL GROUP BY plan_id`,
  )
  const failed = db.all<Failed>(
    sql`SELECT id AS plan_id, json_extract(error, '$.value.code') AS code FROM plans WHERE error IS NOT NULL`,
  )
  const projects = new Map<string, string[]>()
  for (const [planId, project] of db.values<Linked>(
    sql`SELECT plan_id, project_name FROM plan_projects ORDER BY rowid`,
  )) {
    const names = projects.get(planId)
    if (names) names.push(project)
    else projects.set(planId, [project])
  }
  return {
    used: new Map(used.map((row) => [row.plan_id, row])),
    waiting: new Map(waiting.map((row) => [row.plan_id, row.waiting])),
    errors: new Map(failed.map((row) => [row.plan_id, row.code])),
    projects,
  }
}

type SummaryDeps = Pick<PlanDeps, 'db' | 'clock' | 'plans' | 'sandboxes'>

/** When the apply of a plan was undone, of applied plans of which it was: few, so each is asked for what holds now. */
function undoneApplies({ db, sandboxes }: SummaryDeps): ReadonlyMap<string, number> {
  const rows = db.all<{ readonly id: string }>(sql`SELECT DISTINCT plans.id FROM plan_changes
    JOIN plans ON plans.id = plan_changes.plan_id AND plans.state = 'applied'
    WHERE plan_changes.kind = 'undo' AND plan_changes.state = 'done'`)
  return new Map(
    rows.flatMap(({ id }) => {
      const at = sandboxes.applyRecord(id)?.undone?.at
      return at === undefined ? [] : [[id, at] as const]
    }),
  )
}

/** Plans for a list, newest first. Reads only the columns that a list shows and no JSON of a whole plan. */
export function planSummaries(deps: SummaryDeps, filter: SummaryFilter): PlanSummary[] {
  const rows = deps.db.values<Row>(sql`
    SELECT id, title, phase, state, reason, attempt, action_name, profile_name, parent_id, files_modified, created, updated
    FROM plans WHERE ${whereOf(filter)} ORDER BY id DESC LIMIT ${filter.limit}`)
  const { used, waiting, projects, errors } = besidePlans(deps)
  const costOf = (id: string): number | null => {
    const { cost } = used.get(id) ?? { cost: 0 }
    return cost === null ? null : cost / 1_000_000
  }
  const undone = undoneApplies(deps)
  const worked = deps.plans.workedTimes(deps.clock())
  return rows.map(
    ([id, title, phase, state, reason, attempt, action, profile, parentId, filesModified, created, updated]) => ({
      plan_id: id,
      short_id: shortId(id),
      title,
      phase,
      state,
      reason,
      attempt,
      action,
      projects: projects.get(id) ?? [],
      automation_profile: profile,
      cost_usd: costOf(id),
      cost_estimated: (used.get(id)?.estimated ?? 0) > 0,
      apply_undone: undone.get(id) ?? null,
      files_modified: filesModified,
      waiting_decisions: waiting.get(id) ?? 0,
      parent_plan_id: parentId,
      created,
      updated,
      elapsed_ms: worked.get(id) ?? 0,
      error_code: errors.get(id) ?? null,
    }),
  )
}
