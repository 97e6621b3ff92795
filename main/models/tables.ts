import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { providerKinds } from './domain/provider'

/** `name_key` is the name in lower case: names are unique without regard to case. */
export const providers = sqliteTable('providers', {
  nameKey: text('name_key').primaryKey(),
  name: text('name').notNull(),
  kind: text('kind', { enum: providerKinds }).notNull(),
  baseUrl: text('base_url').notNull(),
  apiKeyEnv: text('api_key_env'),
  createdAt: integer('created_at').notNull(),
})
