import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const projectSettings = sqliteTable(
  'project_settings',
  {
    projectId: text('project_id').notNull(),
    key: text().notNull(),
    value: text().notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.key] })],
)
