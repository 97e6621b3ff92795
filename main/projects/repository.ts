import { and, asc, eq } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { nameKey } from '@shared/model/name'
import type { Project, ProjectLink } from './domain/project'
import { projectResources, projects } from './tables'

type Db = BetterSQLite3Database

function toProject(row: typeof projects.$inferSelect): Project {
  const { nameKey: _, ...project } = row
  return project
}

/** Stores a project with its links, all or nothing. */
export function insertProject(db: Db, project: Project, links: readonly ProjectLink[]): void {
  db.transaction((tx) => {
    tx.insert(projects)
      .values({ ...project, nameKey: nameKey(project.name) })
      .run()
    for (const link of links) tx.insert(projectResources).values(link).run()
  })
}

export function allProjects(db: Db): readonly Project[] {
  return db.select().from(projects).orderBy(asc(projects.nameKey)).all().map(toProject)
}

export function projectById(db: Db, id: string): Project | undefined {
  const row = db.select().from(projects).where(eq(projects.id, id)).get()
  return row && toProject(row)
}

export function projectByName(db: Db, name: string): Project | undefined {
  const row = db
    .select()
    .from(projects)
    .where(eq(projects.nameKey, nameKey(name)))
    .get()
  return row && toProject(row)
}

export function updateProject(db: Db, project: Project): void {
  const { description, applyMode, automationProfile } = project
  db.update(projects).set({ description, applyMode, automationProfile }).where(eq(projects.id, project.id)).run()
}

export function deleteProject(db: Db, id: string): void {
  db.delete(projects).where(eq(projects.id, id)).run()
}

/** Links of a project in the order they were made. */
export function linksOf(db: Db, projectId: string): readonly ProjectLink[] {
  const mine = eq(projectResources.projectId, projectId)
  const order = [asc(projectResources.linkedAt), asc(projectResources.resourceId)]
  return db
    .select()
    .from(projectResources)
    .where(mine)
    .orderBy(...order)
    .all()
}

/** Adds a link; false where it is there already. */
export function insertLink(db: Db, link: ProjectLink): boolean {
  return db.insert(projectResources).values(link).onConflictDoNothing().run().changes > 0
}

/** Deletes a link; false where there was none. */
export function deleteLink(db: Db, projectId: string, resourceId: string): boolean {
  const one = and(eq(projectResources.projectId, projectId), eq(projectResources.resourceId, resourceId))
  return db.delete(projectResources).where(one).run().changes > 0
}

/** The projects that link a resource, by name. */
export function projectsOf(db: Db, resourceId: string): readonly Project[] {
  const rows = db
    .select({ project: projects })
    .from(projectResources)
    .innerJoin(projects, eq(projects.id, projectResources.projectId))
    .where(eq(projectResources.resourceId, resourceId))
    .orderBy(asc(projects.nameKey))
    .all()
  return rows.map((row) => toProject(row.project))
}
