import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const sandboxesTable = sqliteTable('sandboxes', {
  id: text('id').primaryKey(),
  planId: text('plan_id').notNull(),
  resourceId: text('resource_id').notNull(),
  name: text('name').notNull(),
  sourcePath: text('source_path').notNull(),
  repoRoot: text('repo_root').notNull(),
  commonDir: text('common_dir').notNull(),
  subdir: text('subdir').notNull(),
  path: text('path').notNull(),
  refName: text('ref_name').notNull(),
  state: text('state').notNull(),
  base: text('base').notNull(),
  bases: text('bases'),
  notices: text('notices').notNull(),
  trash: text('trash'),
  created: integer('created').notNull(),
  updated: integer('updated').notNull(),
  ended: integer('ended'),
})

export const checkpointsTable = sqliteTable('checkpoints', {
  id: text('id').primaryKey(),
  planId: text('plan_id').notNull(),
  number: integer('number').notNull(),
  label: text('label').notNull(),
  tool: text('tool'),
  decisionId: text('decision_id'),
  resources: text('resources').notNull(),
  cause: text('cause').notNull(),
  position: text('position'),
  droppedBy: text('dropped_by'),
  created: integer('created').notNull(),
})

export const asidesTable = sqliteTable('sandbox_asides', {
  planId: text('plan_id').primaryKey(),
  trees: text('trees').notNull(),
  created: integer('created').notNull(),
})

export const applyJournalTable = sqliteTable('apply_journal', {
  id: text('id').primaryKey(),
  planId: text('plan_id').notNull(),
  state: text('state').notNull(),
  data: text('data').notNull(),
  created: integer('created').notNull(),
  updated: integer('updated').notNull(),
})
