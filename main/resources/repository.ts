import { and, asc, count, eq, inArray } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import * as z from 'zod'
import { nameKey } from '@shared/model/name'
import type { ChildType, DiscoveryState } from '@shared/model/resource'
import type { Child, ChildCounts, FoundChild, Resource } from './domain/resource'
import type { TrustedItem } from './domain/trust-items'
import { resourceChildren, resources, resourceTrust } from './tables'

type Db = BetterSQLite3Database
type Row = typeof resources.$inferSelect

const storedCounts = z.object({ v: z.literal(1), counts: z.record(z.string(), z.number().int()) })
const storedWarnings = z.object({ v: z.literal(1), warnings: z.array(z.string()) })

const storedItems = z.object({
  v: z.literal(1),
  items: z.array(z.object({ path: z.string(), kind: z.string(), hash: z.string() })),
})

const countsText = (counts: ChildCounts) => JSON.stringify({ v: 1, counts })
const warningsText = (warnings: readonly string[]) => JSON.stringify({ v: 1, warnings })

function toResource(row: Row): Resource {
  const { nameKey: _, counts, warnings, ...rest } = row
  return {
    ...rest,
    counts: storedCounts.parse(JSON.parse(counts)).counts,
    warnings: storedWarnings.parse(JSON.parse(warnings)).warnings,
  }
}

export function insertResource(db: Db, resource: Resource): void {
  const counts = countsText(resource.counts)
  const warnings = warningsText(resource.warnings)
  db.insert(resources)
    .values({ ...resource, nameKey: nameKey(resource.name), counts, warnings })
    .run()
}

export function allResources(db: Db): readonly Resource[] {
  return db.select().from(resources).orderBy(asc(resources.nameKey)).all().map(toResource)
}

export function resourceById(db: Db, id: string): Resource | undefined {
  const row = db.select().from(resources).where(eq(resources.id, id)).get()
  return row && toResource(row)
}

export function resourceByPath(db: Db, canonicalPath: string): Resource | undefined {
  const row = db.select().from(resources).where(eq(resources.canonicalPath, canonicalPath)).get()
  return row && toResource(row)
}

export function resourceByName(db: Db, name: string): Resource | undefined {
  const row = db
    .select()
    .from(resources)
    .where(eq(resources.nameKey, nameKey(name)))
    .get()
  return row && toResource(row)
}

export function deleteResource(db: Db, id: string): void {
  db.delete(resources).where(eq(resources.id, id)).run()
}

export function setDiscovery(db: Db, id: string, discovery: DiscoveryState, warnings?: readonly string[]): void {
  const change = warnings ? { discovery, warnings: warningsText(warnings) } : { discovery }
  db.update(resources).set(change).where(eq(resources.id, id)).run()
}

/** Ids of resources whose discovery the database believes to be running. */
export function runningDiscoveries(db: Db): readonly string[] {
  const rows = db.select({ id: resources.id }).from(resources).where(eq(resources.discovery, 'running')).all()
  return rows.map((row) => row.id)
}

export type Discovered = {
  readonly children: readonly FoundChild[]
  readonly counts: ChildCounts
  readonly warnings: readonly string[]
}

const identity = (child: { readonly type: string; readonly key: string }) => `${child.type}\0${child.key}`

/**
 * Stores the outcome of a discovery in one transaction: children that were known keep their ids, those that are gone go.
 * Does nothing where the resource was removed meanwhile.
 */
export function storeDiscovered(db: Db, resourceId: string, found: Discovered, newId: () => string): void {
  db.transaction((tx) => {
    const known = tx.select().from(resourceChildren).where(eq(resourceChildren.resourceId, resourceId)).all()
    const knownBy = new Map(known.map((row) => [identity(row), row]))
    if (!resourceById(tx, resourceId)) return
    for (const child of found.children) {
      const row = knownBy.get(identity(child))
      knownBy.delete(identity(child))
      if (!row)
        tx.insert(resourceChildren)
          .values({ ...child, id: newId(), resourceId })
          .run()
      else if (row.name !== child.name || row.detail !== child.detail || row.status !== child.status) {
        tx.update(resourceChildren).set(child).where(eq(resourceChildren.id, row.id)).run()
      }
    }
    const gone = [...knownBy.values()].map((row) => row.id)
    for (let at = 0; at < gone.length; at += 500) {
      tx.delete(resourceChildren)
        .where(inArray(resourceChildren.id, gone.slice(at, at + 500)))
        .run()
    }
    tx.update(resources)
      .set({ discovery: 'complete', counts: countsText(found.counts), warnings: warningsText(found.warnings) })
      .where(eq(resources.id, resourceId))
      .run()
  })
}

export function childrenOf(
  db: Db,
  resourceId: string,
  type: ChildType,
  page: { readonly offset: number; readonly limit: number },
): { readonly children: readonly Child[]; readonly total: number } {
  const mine = and(eq(resourceChildren.resourceId, resourceId), eq(resourceChildren.type, type))
  const total = db.select({ total: count() }).from(resourceChildren).where(mine).get()?.total ?? 0
  const { offset, limit } = page
  const rows = db
    .select()
    .from(resourceChildren)
    .where(mine)
    .orderBy(asc(resourceChildren.key))
    .limit(limit)
    .offset(offset)
  return { children: rows.all(), total }
}

export function childById(db: Db, id: string): Child | undefined {
  return db.select().from(resourceChildren).where(eq(resourceChildren.id, id.toUpperCase())).get()
}

/** What a person trusted: one hash over all of it, and one for each item; items are null where they were not kept. */
export function trustOf(
  db: Db,
  resourceId: string,
): { hash: string; items: readonly TrustedItem[] | null } | undefined {
  const row = db.select().from(resourceTrust).where(eq(resourceTrust.resourceId, resourceId)).get()
  return row && { hash: row.hash, items: row.items === null ? null : storedItems.parse(JSON.parse(row.items)).items }
}

export function storeTrust(
  db: Db,
  resourceId: string,
  trust: { readonly hash: string; readonly items: readonly TrustedItem[] },
  trustedAt: number,
): void {
  const set = { hash: trust.hash, items: JSON.stringify({ v: 1, items: trust.items }), trustedAt }
  db.insert(resourceTrust)
    .values({ resourceId, ...set })
    .onConflictDoUpdate({ target: resourceTrust.resourceId, set })
    .run()
}

export function deleteTrust(db: Db, resourceId: string): void {
  db.delete(resourceTrust).where(eq(resourceTrust.resourceId, resourceId)).run()
}
