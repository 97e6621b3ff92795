import { and, asc, eq, inArray } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { nameKey } from '@shared/model/name'
import type { AttachmentTarget, ValidationMode, ValidationPhase } from '@shared/model/validation'
import type { Attachment, Check, Result, Validation } from './domain/validation'
import { validationAttachments, validationResults, validations } from './tables'

type Db = BetterSQLite3Database

const pack = (value: unknown): string => JSON.stringify({ v: 1, value })
const unpack = <T>(column: string): T => (JSON.parse(column) as { value: T }).value

function validationFrom({ id, name, definition, source, created }: typeof validations.$inferSelect): Validation {
  return { ...unpack<Check>(definition), id, name, source, created }
}

export function insertValidation(db: Db, { id, source, created, ...check }: Validation): void {
  db.insert(validations)
    .values({ id, name: check.name, nameKey: nameKey(check.name), definition: pack(check), source, created })
    .run()
}

export function allValidations(db: Db): readonly Validation[] {
  return db.select().from(validations).orderBy(asc(validations.nameKey)).all().map(validationFrom)
}

export function deleteValidation(db: Db, id: string): void {
  db.delete(validations).where(eq(validations.id, id)).run()
}

const attachmentFrom = (row: typeof validationAttachments.$inferSelect): Attachment => ({
  ...row,
  target: row.target as AttachmentTarget,
})

/** In the order they were made. */
export function attachmentsOf(db: Db, validationId: string): readonly Attachment[] {
  return db
    .select()
    .from(validationAttachments)
    .where(eq(validationAttachments.validationId, validationId))
    .orderBy(asc(validationAttachments.created))
    .all()
    .map(attachmentFrom)
}

export function attachmentsTo(db: Db, target: AttachmentTarget, ids: readonly string[]): readonly Attachment[] {
  if (ids.length === 0) return []
  const where = and(eq(validationAttachments.target, target), inArray(validationAttachments.targetId, [...ids]))
  return db
    .select()
    .from(validationAttachments)
    .where(where)
    .orderBy(asc(validationAttachments.created))
    .all()
    .map(attachmentFrom)
}

/** Adds an attachment; false where it is there already. */
export function insertAttachment(db: Db, attachment: Attachment): boolean {
  return db.insert(validationAttachments).values(attachment).onConflictDoNothing().run().changes > 0
}

/** Deletes an attachment; false where there was none. */
export function deleteAttachment(db: Db, { validationId, target, targetId }: Omit<Attachment, 'created'>): boolean {
  const one = and(
    eq(validationAttachments.validationId, validationId),
    eq(validationAttachments.target, target),
    eq(validationAttachments.targetId, targetId),
  )
  return db.delete(validationAttachments).where(one).run().changes > 0
}

export function insertResult(db: Db, { tests, ...result }: Result): void {
  const row = { ...result, testsPassed: tests?.passed ?? null, testsTotal: tests?.total ?? null }
  db.insert(validationResults).values(row).run()
}

/** Every run of a plan, oldest first. */
export function resultsOf(db: Db, planId: string): readonly Result[] {
  const rows = db
    .select()
    .from(validationResults)
    .where(eq(validationResults.planId, planId))
    .orderBy(asc(validationResults.at), asc(validationResults.id))
    .all()
  return rows.map(({ testsPassed, testsTotal, ...row }) => ({
    ...row,
    mode: row.mode as ValidationMode,
    phase: row.phase as ValidationPhase,
    tests: testsPassed === null || testsTotal === null ? null : { passed: testsPassed, total: testsTotal },
  }))
}

/** The latest run of each check of a plan, by its key. */
export function latestResults(db: Db, planId: string): ReadonlyMap<string, Result> {
  return new Map(resultsOf(db, planId).map((result) => [result.key, result]))
}
