import type { InvariantChecks, InvariantScope, Verdict } from '@shared/model/invariant'
import type { Finding } from './waiver'

/** A rule that must hold throughout: text, with parts that a machine can check. */
export type Invariant = {
  readonly id: string
  readonly scope: InvariantScope
  /** The project, action or plan it belongs to; null for a global one. */
  readonly targetId: string | null
  /** What it belongs to, by name; `global` for a global one. */
  readonly source: string
  readonly text: string
  readonly checks: InvariantChecks
  /** No narrower rule and no waiver sets it aside. */
  readonly nonOverridable: boolean
  readonly created: number
}

/** An invariant as one plan holds it. */
export type PlanInvariant = Invariant & {
  readonly planId: string
  readonly verdict: Verdict | null
  readonly evidence: string
  /** What the verdict was found on; a verdict on something else is no longer this plan's. */
  readonly subject: string
  /** What the verdict rests on, where the rule is broken. */
  readonly findings: readonly Finding[]
  /** Why a person set it aside; it holds for what the waiver was given for, and for nothing else. */
  readonly waivedReason: string | null
  /** The keys of the findings that the waiver was given for. */
  readonly waivedFor: readonly string[]
  /** It was added when the plan was there already. */
  readonly addedLater: boolean
}

export const noChecks: InvariantChecks = { onlyPaths: null, neverPaths: null, command: null, escalate: null }
