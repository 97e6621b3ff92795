import { sql } from 'drizzle-orm'
import type { PlanSummary } from '@shared/contract/plan-view'
import type { PlanFilter } from '@shared/model/plan'
import type { PlanDeps } from '../ports'
import { shortId } from './plan-view'

type Row = {
  readonly id: string
  readonly title: string
  readonly phase: PlanSummary['phase']
  readonly state: PlanSummary['state']
  readonly reason: PlanSummary['reason']
  readonly attempt: number
  readonly action_name: string
  readonly profile_name: string
  readonly parent_id: string | null
  readonly files_modified: number
  readonly created: number
  readonly started: number | null
  readonly ended: number | null
  readonly updated: number
  readonly error_code: string | null
}

type Used = { readonly plan_id: string; readonly cost: number | null }
type Waiting = { readonly plan_id: string; readonly waiting: number }
type Linked = { readonly plan_id: string; readonly project_name: string }

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
    sql`SELECT plan_id, CASE WHEN count(*) = count(cost) THEN sum(cost) END AS cost FROM plan_usage GROUP BY plan_id`,
  )
  const waiting = db.all<Waiting>(
    sql`SELECT plan_id, count(*) AS waiting FROM decisions WHERE standing = 'waiting' AND superseded_at IS NULL GROUP BY plan_id`,
  )
  const projects = new Map<string, string[]>()
  for (const { plan_id, project_name } of db.all<Linked>(
    sql`SELECT plan_id, project_name FROM plan_projects ORDER BY rowid`,
  )) {
    const names = projects.get(plan_id)
    if (names) names.push(project_name)
    else projects.set(plan_id, [project_name])
  }
  return {
    costs: new Map(used.map((row) => [row.plan_id, row.cost])),
    waiting: new Map(waiting.map((row) => [row.plan_id, row.waiting])),
    projects,
  }
}

/** Plans for a list, newest first. Reads only the columns that a list shows and no JSON of a whole plan. */
export function planSummaries(deps: Pick<PlanDeps, 'db' | 'clock' | 'plans'>, filter: SummaryFilter): PlanSummary[] {
  const rows = deps.db.all<Row>(sql`
    SELECT id, title, phase, state, reason, attempt, action_name, profile_name, parent_id, files_modified, created, started, ended, updated,
      CASE WHEN error IS NOT NULL THEN json_extract(error, '$.value.code') END AS error_code
    FROM plans WHERE ${whereOf(filter)} ORDER BY id DESC LIMIT ${filter.limit}`)
  const { costs, waiting, projects } = besidePlans(deps)
  const costOf = (id: string): number | null => {
    const cost = costs.get(id)
    return cost === undefined ? 0 : cost === null ? null : cost / 1_000_000
  }
  const worked = deps.plans.workedTimes(deps.clock())
  return rows.map((row) => ({
    plan_id: row.id,
    short_id: shortId(row.id),
    title: row.title,
    phase: row.phase,
    state: row.state,
    reason: row.reason,
    attempt: row.attempt,
    action: row.action_name,
    projects: projects.get(row.id) ?? [],
    automation_profile: row.profile_name,
    cost_usd: costOf(row.id),
    files_modified: row.files_modified,
    waiting_decisions: waiting.get(row.id) ?? 0,
    parent_plan_id: row.parent_id,
    created: row.created,
    updated: row.updated,
    elapsed_ms: worked.get(row.id) ?? 0,
    error_code: row.error_code,
  }))
}
