import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { actionStates } from '@shared/model/action'

export const actions = sqliteTable('actions', {
  id: text().primaryKey(),
  name: text().notNull(),
  nameKey: text('name_key').notNull().unique(),
  definition: text().notNull(),
  source: text().notNull(),
  state: text({ enum: actionStates }).notNull(),
  revision: integer().notNull(),
  builtin: integer({ mode: 'boolean' }).notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

export const actionRevisions = sqliteTable(
  'action_revisions',
  {
    actionId: text('action_id').notNull(),
    revision: integer().notNull(),
    definition: text().notNull(),
    source: text().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.actionId, table.revision] })],
)
