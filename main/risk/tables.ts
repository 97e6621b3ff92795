import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const planRisks = sqliteTable(
  'plan_risks',
  {
    planId: text('plan_id').notNull(),
    tree: text('tree').notNull(),
    source: text('source').notNull(),
    risks: text('risks').notNull(),
    at: integer('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.planId, table.tree, table.source] })],
)
