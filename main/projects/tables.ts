import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ApplyMode } from '@shared/model/plan'

export const projects = sqliteTable('projects', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  nameKey: text('name_key').notNull(),
  description: text('description').notNull(),
  applyMode: text('apply_mode').$type<ApplyMode>(),
  automationProfile: text('automation_profile'),
  created: integer('created').notNull(),
})

export const projectResources = sqliteTable(
  'project_resources',
  {
    projectId: text('project_id').notNull(),
    resourceId: text('resource_id').notNull(),
    readOnly: integer('read_only', { mode: 'boolean' }).notNull(),
    linkedAt: integer('linked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.resourceId] })],
)
