import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import type { InvariantScope } from '@shared/model/invariant'
import type { InvariantDefinition } from '../actions'
import type { Invariant } from './domain/invariant'

export type Target = { readonly id: string; readonly name: string }

/** What invariants can belong to; each `find` refuses what there is not. */
export type Targets = {
  findProject(query: string): Target
  findAction(query: string): Target & { readonly invariants: readonly InvariantDefinition[] }
  /** `active` is false for a plan that is applied or cancelled. */
  findPlan(query: string): Target & { readonly active: boolean }
  /** The plans of a scope's target that have not ended, oldest first. */
  plansUnderWay(of: { readonly scope: InvariantScope; readonly targetId: string | null }): readonly Target[]
  /** Where the rules of a plan come from. The action is without those in its text where that is not the plan's any more. */
  rulePlaces(planId: string): {
    readonly action: Target & { readonly invariants: readonly InvariantDefinition[] }
    readonly projects: readonly Target[]
  }
  /** By id; undefined where it is gone. */
  projectName(id: string): string | undefined
  actionOf(id: string): (Target & { readonly invariants: readonly InvariantDefinition[] }) | undefined
  /** Every action there is. */
  actions(): readonly (Target & { readonly invariants: readonly InvariantDefinition[] })[]
}

export type InvariantDeps = {
  readonly db: BetterSQLite3Database
  readonly newId: () => string
  readonly now: () => number
  readonly changed: (topic: 'invariant' | 'plan', id: string) => void
  readonly targets: Targets
  /** Records that a plan holds a rule that it was given after it was made. */
  readonly enforced: (planId: string, rule: Pick<Invariant, 'scope' | 'source' | 'text'>, why?: string) => void
  /** Records that a plan no longer holds a rule, and why. */
  readonly released: (planId: string, rule: Pick<Invariant, 'scope' | 'text'>, why: string) => void
}
