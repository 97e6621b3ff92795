import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const plans = sqliteTable('plans', {
  id: text('id').primaryKey(),
  version: integer('version').notNull(),
  title: text('title').notNull(),
  actionId: text('action_id').notNull(),
  actionName: text('action_name').notNull(),
  phase: text('phase').notNull(),
  state: text('state').notNull(),
  reason: text('reason'),
  gate: text('gate'),
  attempt: integer('attempt').notNull(),
  error: text('error'),
  profileName: text('profile_name').notNull(),
  parentId: text('parent_id'),
  madeFrom: text('made_from').notNull(),
  outcome: text('outcome').notNull(),
  filesModified: integer('files_modified').notNull(),
  created: integer('created').notNull(),
  started: integer('started'),
  ended: integer('ended'),
  updated: integer('updated').notNull(),
})

export const planProjects = sqliteTable(
  'plan_projects',
  {
    planId: text('plan_id').notNull(),
    projectId: text('project_id').notNull(),
    projectName: text('project_name').notNull(),
  },
  (table) => [primaryKey({ columns: [table.planId, table.projectId] })],
)

export const planResources = sqliteTable(
  'plan_resources',
  {
    planId: text('plan_id').notNull(),
    resourceId: text('resource_id').notNull(),
    name: text('name').notNull(),
    type: text('type').notNull(),
    path: text('path').notNull(),
    readOnly: integer('read_only').notNull(),
    base: text('base').notNull(),
  },
  (table) => [primaryKey({ columns: [table.planId, table.resourceId] })],
)

export const planEvents = sqliteTable(
  'plan_events',
  {
    planId: text('plan_id').notNull(),
    seq: integer('seq').notNull(),
    type: text('type').notNull(),
    phase: text('phase').notNull(),
    state: text('state').notNull(),
    reason: text('reason'),
    attempt: integer('attempt').notNull(),
    at: integer('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.planId, table.seq] })],
)

export const planGuidance = sqliteTable('plan_guidance', {
  id: text('id').primaryKey(),
  planId: text('plan_id').notNull(),
  decisionId: text('decision_id').notNull(),
  text: text('text').notNull(),
  appliedAt: integer('applied_at'),
})

export const planTurns = sqliteTable(
  'plan_turns',
  {
    planId: text('plan_id').notNull(),
    phase: text('phase').notNull(),
    seq: integer('seq').notNull(),
    turn: text('turn').notNull(),
    cutBy: text('cut_by'),
  },
  (table) => [primaryKey({ columns: [table.planId, table.phase, table.seq] })],
)

export const planToolCalls = sqliteTable(
  'plan_tool_calls',
  {
    planId: text('plan_id').notNull(),
    phase: text('phase').notNull(),
    turnSeq: integer('turn_seq').notNull(),
    callId: text('call_id').notNull(),
    name: text('name').notNull(),
    started: integer('started').notNull(),
    ended: integer('ended'),
    pid: integer('pid'),
    processStart: text('process_start'),
    isError: integer('is_error'),
    result: text('result'),
  },
  (table) => [primaryKey({ columns: [table.planId, table.phase, table.turnSeq, table.callId] })],
)

export const planActivity = sqliteTable(
  'plan_activity',
  {
    planId: text('plan_id').notNull(),
    seq: integer('seq').notNull(),
    phase: text('phase').notNull(),
    kind: text('kind').notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    tool: text('tool'),
    callId: text('call_id'),
    decisionId: text('decision_id'),
    ok: integer('ok'),
    durationMs: integer('duration_ms'),
    at: integer('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.planId, table.seq] })],
)

export const planUsage = sqliteTable('plan_usage', {
  id: text('id').primaryKey(),
  planId: text('plan_id').notNull(),
  phase: text('phase').notNull(),
  model: text('model').notNull(),
  input: integer('input').notNull(),
  output: integer('output').notNull(),
  cacheWrite: integer('cache_write').notNull(),
  cacheRead: integer('cache_read').notNull(),
  cost: integer('cost'),
  priceVersion: text('price_version'),
  at: integer('at').notNull(),
})

export const planArchives = sqliteTable('plan_archives', {
  planId: text('plan_id').primaryKey(),
  at: integer('at').notNull(),
})

export const inboxSnoozes = sqliteTable('inbox_snoozes', {
  itemId: text('item_id').primaryKey(),
  planId: text('plan_id').notNull(),
  until: integer('until').notNull(),
})

export const planChanges = sqliteTable('plan_changes', {
  id: text('id').primaryKey(),
  planId: text('plan_id').notNull(),
  kind: text('kind').notNull(),
  state: text('state').notNull(),
  data: text('data').notNull(),
  undoneBy: text('undone_by'),
  decisionId: text('decision_id'),
  newDecisionId: text('new_decision_id'),
  created: integer('created').notNull(),
  updated: integer('updated').notNull(),
})

export const budgetReservations = sqliteTable('budget_reservations', {
  id: text('id').primaryKey(),
  planId: text('plan_id').notNull(),
  cost: integer('cost').notNull(),
  at: integer('at').notNull(),
})

export const planBudgets = sqliteTable('plan_budgets', {
  planId: text('plan_id').primaryKey(),
  planCap: integer('plan_cap'),
  totalCap: integer('total_cap'),
  unknownAllowed: integer('unknown_allowed').notNull(),
  held: text('held'),
})
