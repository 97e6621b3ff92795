import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const automationProfiles = sqliteTable('automation_profiles', {
  nameKey: text('name_key').primaryKey(),
  name: text('name').notNull(),
  definition: text('definition').notNull(),
  source: text('source').notNull(),
  created: integer('created').notNull(),
})
