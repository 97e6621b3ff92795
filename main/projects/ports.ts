import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import type { ResourceLookup } from '../resources'

/** What this slice asks of plans. */
export type ProjectPlans = {
  /** Plans of the project that are neither applied nor cancelled. */
  activePlans(projectId: string): readonly { readonly planId: string }[]
  /** Cancels them and answers once their sandboxes are gone. */
  cancelPlans(projectId: string): Promise<void>
}

/** What this slice asks of invariants and validations. */
export type ProjectRules = {
  /** Adds rules to a project that is there. */
  addInvariants(projectId: string, texts: readonly string[]): void
  counts(projectId: string): { readonly invariants: number; readonly validations: number }
}

export type ProjectDeps = {
  readonly db: BetterSQLite3Database
  readonly resources: Pick<ResourceLookup, 'findResource' | 'findRegistered' | 'resourceById'>
  readonly plans: ProjectPlans
  readonly rules: ProjectRules
  /** The whole name of the automation profile that a text means. */
  readonly profileNamed: (text: string) => string | undefined
  readonly newId: () => string
  readonly now: () => number
  /** Called after each change that a front may show. */
  readonly changed: (topic: 'project' | 'resource', id: string) => void
  /** Names of the providers that were added; they reserve their namespaces. */
  readonly providerNames: () => readonly string[]
}
