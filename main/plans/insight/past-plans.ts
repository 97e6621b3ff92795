import { sql } from 'drizzle-orm'
import type { PastPlan } from '../domain/estimate'
import type { PlanDeps } from '../ports'

type Row = {
  readonly id: string
  readonly cost: number | null
  readonly execute_cost: number | null
  readonly prompt: number | null
  readonly choices: number
}

export type PastFilter = {
  /** Null: of any action. */
  readonly actionId: string | null
  readonly actors: Readonly<Partial<Record<string, string | null>>>
  /** Only plans made before this one; null: all. */
  readonly before: string | null
}

/** More tell no more, and would be read at every look. */
const most = 20

const cost = (where: ReturnType<typeof sql>) =>
  sql`(SELECT CASE WHEN count(*) = count(cost) THEN coalesce(sum(cost), 0) END FROM plan_usage WHERE plan_id = p.id ${where})`

/** What the latest plans took that came to the end of Execute with the same actors. */
export function pastPlans({ db, plans }: Pick<PlanDeps, 'db' | 'plans'>, filter: PastFilter): readonly PastPlan[] {
  const { actionId, actors, before } = filter
  const actor = (role: 'strategy' | 'execution') =>
    sql`json_extract(p.made_from, ${`$.value.action.actors.${role}`}) IS ${actors[role] ?? null}`
  const rows = db.all<Row>(sql`
    SELECT p.id, ${cost(sql``)} AS cost, ${cost(sql`AND phase = 'execute'`)} AS execute_cost,
      (SELECT max(input + cache_write + cache_read) FROM plan_usage WHERE plan_id = p.id) AS prompt,
      (SELECT count(*) FROM decisions WHERE plan_id = p.id AND type = 'strategy_choice' AND superseded_at IS NULL) AS choices
    FROM plans AS p
    WHERE ${actionId === null ? sql`1 = 1` : sql`p.action_id = ${actionId}`}
      AND ${before === null ? sql`1 = 1` : sql`p.id < ${before}`}
      AND (p.phase = 'apply' OR p.gate = 'apply' OR (p.phase = 'execute' AND p.state = 'complete'))
      AND ${actor('strategy')} AND ${actor('execution')}
    ORDER BY p.id DESC LIMIT ${most}`)
  return rows.map(({ id, cost: costMicro, execute_cost: executeCostMicro, prompt, choices }) => {
    const worked = plans.workedByPhase(id)
    return {
      costMicro,
      executeCostMicro,
      largestPrompt: prompt,
      choices,
      strategizeMs: worked.get('strategize') ?? 0,
      executeMs: worked.get('execute') ?? 0,
    }
  })
}
