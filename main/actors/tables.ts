import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** `name_key` is the name in lower case; `definition` is versioned JSON, `source` the text it was read from. */
export const actors = sqliteTable('actors', {
  id: text('id').primaryKey(),
  nameKey: text('name_key').notNull().unique(),
  name: text('name').notNull(),
  type: text('type', { enum: ['llm', 'graph', 'tool'] }).notNull(),
  definition: text('definition').notNull(),
  source: text('source').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
