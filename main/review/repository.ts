import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { DiffSide } from '@shared/model/review'
import type { Db } from '../infrastructure/db/open'
import type { HunkRange, Rejection } from '../sandboxes'
import type { Comment } from './domain/comment'
import { reviewComments, reviewRejections, reviewViewed } from './tables'

export type StoredRejection = Rejection & {
  readonly id: string
  /** Joins what one command rejected. */
  readonly commandId: string
  readonly planId: string
  readonly resourceId: string
  readonly created: number
  /** The hunk of the present file that a rejection of an earlier one is most like. */
  readonly standsAt: HunkRange | null
}

export type ViewedMark = { readonly resourceId: string; readonly path: string; readonly mark: string }

const packed = (range: HunkRange | null) => (range === null ? null : JSON.stringify(range))
const unpacked = (range: string | null) => (range === null ? null : (JSON.parse(range) as HunkRange))

function rejectionOf(row: typeof reviewRejections.$inferSelect): StoredRejection {
  // Written by this file alone, so its inside is trusted.
  const { replacedBy: _, range, standsAt, ...rest } = row
  return { ...rest, range: unpacked(range), standsAt: unpacked(standsAt) }
}

function rejectionRows(db: Db) {
  return {
    rejections(planId: string, resourceId?: string): StoredRejection[] {
      const ofResource = resourceId === undefined ? [] : [eq(reviewRejections.resourceId, resourceId)]
      const where = and(eq(reviewRejections.planId, planId), isNull(reviewRejections.replacedBy), ...ofResource)
      const rows = db.select().from(reviewRejections).where(where).orderBy(asc(reviewRejections.id)).all()
      return rows.map(rejectionOf)
    },
    addRejection(rejection: StoredRejection): void {
      const { range, standsAt } = rejection
      db.insert(reviewRejections)
        .values({ ...rejection, range: packed(range), standsAt: packed(standsAt) })
        .run()
    },
    /** Has a rejection speak of the file as it is now, or only says where in it the rejected hunk stands. */
    changeRejection({ id, content, range, standsAt }: StoredRejection): void {
      db.update(reviewRejections)
        .set({ content, range: packed(range), standsAt: packed(standsAt) })
        .where(eq(reviewRejections.id, id))
        .run()
    },
    /** Has what a command decided anew speak no longer, until that is taken back. */
    replaceRejections(ids: readonly string[], commandId: string): void {
      if (ids.length > 0)
        db.update(reviewRejections)
          .set({ replacedBy: commandId })
          .where(inArray(reviewRejections.id, [...ids]))
          .run()
    },
    /** Removes what a command rejected, and has speak again what it decided anew. */
    takeBackCommand(commandId: string): void {
      db.transaction((tx) => {
        tx.delete(reviewRejections).where(eq(reviewRejections.commandId, commandId)).run()
        tx.update(reviewRejections).set({ replacedBy: null }).where(eq(reviewRejections.replacedBy, commandId)).run()
      })
    },
    /** Those of these plans of which something is rejected. */
    plansWithRejections(planIds: readonly string[]): ReadonlySet<string> {
      if (planIds.length === 0) return new Set()
      const where = and(inArray(reviewRejections.planId, [...planIds]), isNull(reviewRejections.replacedBy))
      const rows = db.selectDistinct({ planId: reviewRejections.planId }).from(reviewRejections).where(where).all()
      return new Set(rows.map(({ planId }) => planId))
    },
    /** Those that the latest command made. */
    latestRejections(planId: string): StoredRejection[] {
      const where = and(eq(reviewRejections.planId, planId), isNull(reviewRejections.replacedBy))
      const last = db.select().from(reviewRejections).where(where).orderBy(desc(reviewRejections.id)).limit(1).get()
      return last ? this.rejections(planId).filter((one) => one.commandId === last.commandId) : []
    },
  }
}

function viewedRows(db: Db) {
  return {
    viewed(planId: string): ViewedMark[] {
      return db.select().from(reviewViewed).where(eq(reviewViewed.planId, planId)).all()
    },
    setViewed(planId: string, { resourceId, path, mark }: ViewedMark, at: number | null): void {
      if (at !== null) {
        const row = { planId, resourceId, path, mark, created: at }
        db.insert(reviewViewed).values(row).onConflictDoNothing().run()
        return
      }
      const where = and(
        eq(reviewViewed.planId, planId),
        eq(reviewViewed.resourceId, resourceId),
        eq(reviewViewed.path, path),
        eq(reviewViewed.mark, mark),
      )
      db.delete(reviewViewed).where(where).run()
    },
  }
}

function commentRows(db: Db) {
  return {
    comments(planId: string): Comment[] {
      const where = eq(reviewComments.planId, planId)
      const rows = db.select().from(reviewComments).where(where).orderBy(asc(reviewComments.id)).all()
      return rows.map((row) => ({ ...row, side: row.side as DiffSide }))
    },
    addComment(comment: Comment): void {
      db.insert(reviewComments).values(comment).run()
    },
    /** Changes or, with null, removes a comment that is not sent yet; answers whether there was one. */
    changeComment(planId: string, id: string, text: string | null): boolean {
      const where = and(eq(reviewComments.planId, planId), eq(reviewComments.id, id), isNull(reviewComments.sent))
      const query = text === null ? db.delete(reviewComments) : db.update(reviewComments).set({ text })
      return query.where(where).run().changes > 0
    },
    markSent(ids: readonly string[], decisionId: string, at: number): void {
      db.update(reviewComments)
        .set({ sent: at, decisionId })
        .where(inArray(reviewComments.id, [...ids]))
        .run()
    },
  }
}

export type ReviewRows = ReturnType<typeof createReviewRows>

/** What people said and marked about a plan's changes. */
export function createReviewRows(db: Db) {
  return { ...rejectionRows(db), ...viewedRows(db), ...commentRows(db) }
}
