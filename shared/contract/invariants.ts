import * as z from 'zod'
import { invariantScopes, verdicts } from '@shared/model/invariant'
import { idQuery, nameQuery, procedure, time } from './base'

export const escalation = z.object({
  always: z.boolean(),
  paths: z.array(z.string()),
  decision_types: z.array(z.string()),
})

export const invariantChecks = z.object({
  only_paths: z.array(z.string()).nullable(),
  never_paths: z.array(z.string()).nullable(),
  command: z.union([z.string(), z.array(z.string())]).nullable(),
  escalate: escalation.nullable(),
})

export const invariant = z.object({
  id: z.string(),
  scope: z.enum(invariantScopes),
  /** What it belongs to, by name; `global` for a global one. */
  source: z.string(),
  text: z.string(),
  checks: invariantChecks,
  non_overridable: z.boolean(),
  /** Set where a plan holds it and it was judged. */
  verdict: z.enum(verdicts).nullable(),
  evidence: z.string(),
  /** Why a person set it aside, for what was found then; with the verdict `violated` something else was found since. */
  waived_reason: z.string().nullable(),
  /** It was added when the plan that holds it was there already. */
  added_later: z.boolean(),
  /** Whether `remove` takes it away; those in an action's text stand there. */
  removable: z.boolean(),
  created: time,
})
export type InvariantView = z.infer<typeof invariant>

/** A rule that a person set aside for what a plan's work breaks of it, and why. */
export const waivedRule = invariant.pick({ id: true, scope: true, text: true }).extend({ reason: z.string() })
export type WaivedRuleView = z.infer<typeof waivedRule>

/** A plan under way that a new rule is for. */
const reachedPlan = z.object({
  plan_id: z.string(),
  title: z.string(),
  invariant_id: z.string(),
  /** Whether the plan holds it from its next check on. */
  reached: z.boolean(),
  /** Why it does not: the rule of the plan that wins over it; empty where it does. */
  why: z.string(),
})
export type ReachedPlanView = z.infer<typeof reachedPlan>

/** A plan under way that no longer holds a rule because that was removed. */
const leftPlan = z.object({
  plan_id: z.string(),
  title: z.string(),
  /** The rules that had given way to it there and hold now, by their texts. */
  instead: z.array(z.string()),
})
export type LeftPlanView = z.infer<typeof leftPlan>

const proposal = z.object({ escalate: escalation.nullable(), why: z.string() })

export const invariants = {
  /**
   * Adds a rule to each target. Without `escalate`, what the text proposes is taken; null leaves it out. Plans of it that
   * are under way hold it from their next check on.
   */
  add: procedure
    .input(
      z.object({
        text: z.string().min(1).max(4000),
        global: z.boolean().default(false),
        projects: z.array(nameQuery).default([]),
        actions: z.array(nameQuery).default([]),
        plans: z.array(idQuery).default([]),
        only_paths: z.array(z.string()).default([]),
        never_paths: z.array(z.string()).default([]),
        command: z.union([z.string().min(1), z.array(z.string()).min(1)]).optional(),
        escalate: escalation.nullable().optional(),
        non_overridable: z.boolean().default(false),
      }),
    )
    .output(z.object({ invariants: z.array(invariant), proposal, plans: z.array(reachedPlan) })),
  /** Tells what a text that asks for approval or review would send to a person; nothing is stored. */
  propose: procedure.input(z.object({ text: z.string().max(4000) })).output(proposal),
  /** Lists rules: all, those of one target, or with `effective` what holds there and what gave way to what. */
  list: procedure
    .input(
      z.object({
        project: nameQuery.optional(),
        action: nameQuery.optional(),
        plan: idQuery.optional(),
        effective: z.boolean().default(false),
      }),
    )
    .output(
      z.object({
        invariants: z.array(invariant),
        overridden: z.array(invariant.extend({ overridden_by: z.string(), why: z.string() })),
      }),
    ),
  /** Removes a rule, also from the plans under way that hold it; those that have ended keep it. */
  remove: procedure
    .input(z.object({ id: z.string().min(6).max(64) }))
    .output(invariant.extend({ plans: z.array(leftPlan) })),
}
