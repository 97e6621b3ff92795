import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ChildType, DiscoveryState, RegistrableType } from '@shared/model/resource'

export const resources = sqliteTable('resources', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  nameKey: text('name_key').notNull(),
  type: text('type').$type<RegistrableType>().notNull(),
  path: text('path').notNull(),
  canonicalPath: text('canonical_path').notNull(),
  branch: text('branch'),
  topLevel: text('top_level'),
  writable: integer('writable', { mode: 'boolean' }).notNull(),
  discovery: text('discovery').$type<DiscoveryState>().notNull(),
  counts: text('counts').notNull(),
  warnings: text('warnings').notNull(),
  created: integer('created').notNull(),
})

export const resourceChildren = sqliteTable('resource_children', {
  id: text('id').primaryKey(),
  resourceId: text('resource_id').notNull(),
  type: text('type').$type<ChildType>().notNull(),
  key: text('key').notNull(),
  name: text('name').notNull(),
  detail: text('detail').notNull(),
  status: text('status').notNull(),
})

export const resourceTrust = sqliteTable('resource_trust', {
  resourceId: text('resource_id').primaryKey(),
  hash: text('hash').notNull(),
  trustedAt: integer('trusted_at').notNull(),
  items: text('items'),
})
