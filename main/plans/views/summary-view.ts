import { sql } from 'drizzle-orm'
import type { PlanSummary } from '@shared/contract/plan-view'
import type { PlanFilter } from '@shared/model/plan'
import type { PlanDeps } from '../ports'
import { elapsedOf, shortId } from './plan-view'

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
  readonly cost: number | null
  readonly usage_rows: number
  readonly waiting: number
  readonly projects: string | null
}

export type SummaryFilter = {
  readonly state?: PlanFilter
  readonly projectId?: string
  readonly action?: string
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
  return sql`${state} AND ${action} AND ${project}`
}

/**
 * Plans for a list, newest first. Reads only the columns that a list shows and no JSON of a whole plan, so that ten
 * thousand take a few milliseconds.
 */
export function planSummaries(deps: Pick<PlanDeps, 'db' | 'clock'>, filter: SummaryFilter): PlanSummary[] {
  const rows = deps.db.all<Row>(sql`
    SELECT p.id, title, phase, state, reason, attempt, action_name, profile_name, parent_id, files_modified, created, started, ended, updated,
      CASE WHEN error IS NOT NULL THEN json_extract(error, '$.value.code') END AS error_code,
      u.cost, coalesce(u.usage_rows, 0) AS usage_rows, coalesce(w.waiting, 0) AS waiting, n.projects
    FROM (SELECT * FROM plans WHERE ${whereOf(filter)} ORDER BY id DESC LIMIT ${filter.limit}) p
    LEFT JOIN (SELECT plan_id, CASE WHEN count(*) = count(cost) THEN sum(cost) END AS cost, count(*) AS usage_rows FROM plan_usage GROUP BY plan_id) u ON u.plan_id = p.id
    LEFT JOIN (SELECT plan_id, count(*) AS waiting FROM decisions WHERE standing = 'waiting' AND superseded_at IS NULL GROUP BY plan_id) w ON w.plan_id = p.id
    LEFT JOIN (SELECT plan_id, group_concat(project_name, char(10)) AS projects FROM plan_projects GROUP BY plan_id) n ON n.plan_id = p.id
    ORDER BY p.id DESC`)
  const now = deps.clock()
  return rows.map((row) => ({
    plan_id: row.id,
    short_id: shortId(row.id),
    title: row.title,
    phase: row.phase,
    state: row.state,
    reason: row.reason,
    attempt: row.attempt,
    action: row.action_name,
    projects: row.projects?.split('\n') ?? [],
    automation_profile: row.profile_name,
    cost_usd: row.usage_rows === 0 ? 0 : row.cost === null ? null : row.cost / 1_000_000,
    files_modified: row.files_modified,
    waiting_decisions: row.waiting,
    parent_plan_id: row.parent_id,
    created: row.created,
    updated: row.updated,
    elapsed_ms: elapsedOf(row, now),
    error_code: row.error_code,
  }))
}
