import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const reviewRejections = sqliteTable('review_rejections', {
  id: text('id').primaryKey(),
  commandId: text('command_id').notNull(),
  planId: text('plan_id').notNull(),
  resourceId: text('resource_id').notNull(),
  path: text('path').notNull(),
  content: text('content').notNull(),
  range: text('range'),
  created: integer('created').notNull(),
  replacedBy: text('replaced_by'),
  standsAt: text('stands_at'),
})

export const reviewViewed = sqliteTable(
  'review_viewed',
  {
    planId: text('plan_id').notNull(),
    resourceId: text('resource_id').notNull(),
    path: text('path').notNull(),
    mark: text('mark').notNull(),
    created: integer('created').notNull(),
  },
  (table) => [primaryKey({ columns: [table.planId, table.resourceId, table.path, table.mark] })],
)

export const reviewComments = sqliteTable('review_comments', {
  id: text('id').primaryKey(),
  planId: text('plan_id').notNull(),
  resourceId: text('resource_id').notNull(),
  path: text('path').notNull(),
  side: text('side').notNull(),
  line: integer('line').notNull(),
  quote: text('quote').notNull(),
  text: text('text').notNull(),
  created: integer('created').notNull(),
  sent: integer('sent'),
  decisionId: text('decision_id'),
})
