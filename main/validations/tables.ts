import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const validations = sqliteTable('validations', {
  id: text('id').primaryKey(),
  nameKey: text('name_key').notNull().unique(),
  name: text('name').notNull(),
  definition: text('definition').notNull(),
  source: text('source').notNull(),
  created: integer('created').notNull(),
})

export const validationAttachments = sqliteTable(
  'validation_attachments',
  {
    validationId: text('validation_id').notNull(),
    target: text('target').notNull(),
    targetId: text('target_id').notNull(),
    created: integer('created').notNull(),
  },
  (table) => [primaryKey({ columns: [table.validationId, table.target, table.targetId] })],
)

export const validationResults = sqliteTable('validation_results', {
  id: text('id').primaryKey(),
  planId: text('plan_id').notNull(),
  key: text('key').notNull(),
  name: text('name').notNull(),
  mode: text('mode').notNull(),
  phase: text('phase').notNull(),
  ranOn: text('ran_on').notNull(),
  tree: text('tree').notNull(),
  passed: integer('passed', { mode: 'boolean' }).notNull(),
  exitCode: integer('exit_code'),
  timedOut: integer('timed_out', { mode: 'boolean' }).notNull(),
  durationMs: integer('duration_ms').notNull(),
  testsPassed: integer('tests_passed'),
  testsTotal: integer('tests_total'),
  output: text('output').notNull(),
  note: text('note').notNull(),
  at: integer('at').notNull(),
})
