import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

const rule = {
  scope: text('scope').notNull(),
  targetId: text('target_id'),
  text: text('text').notNull(),
  checks: text('checks').notNull(),
  nonOverridable: integer('non_overridable', { mode: 'boolean' }).notNull(),
  created: integer('created').notNull(),
}

export const invariants = sqliteTable('invariants', { id: text('id').primaryKey(), ...rule })

export const planInvariants = sqliteTable(
  'plan_invariants',
  {
    planId: text('plan_id').notNull(),
    id: text('id').notNull(),
    position: integer('position').notNull(),
    ...rule,
    source: text('source').notNull(),
    verdict: text('verdict'),
    evidence: text('evidence').notNull(),
    subject: text('subject').notNull(),
    waivedReason: text('waived_reason'),
    findings: text('findings').notNull(),
    waivedFor: text('waived_for').notNull(),
    addedLater: integer('added_later', { mode: 'boolean' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.planId, table.id] })],
)

export const decisionEscalations = sqliteTable('decision_escalations', {
  decisionId: text('decision_id').primaryKey(),
  planId: text('plan_id').notNull(),
  invariantId: text('invariant_id').notNull(),
})
