import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { matchId } from '@shared/model/id'
import { conflict, missing } from '@shared/model/refusal'
import { escalates, pathsEscalate, type Proposed } from './domain/escalates'
import type { Invariant, PlanInvariant } from './domain/invariant'
import { carriedOn, coveredWith, verdictOn, type Found } from './domain/waiver'
import { resolveFor, type ActionRules } from './gather-invariants'
import { meetPlan } from './meet-plan'
import type { InvariantDeps, Target } from './ports'
import { findInvariant } from './remove-invariant'
import {
  attachInvariants,
  escalationsOf,
  escalationsOfPlans,
  insertEscalation,
  invariantsOfPlans,
  judgeInvariant,
  planInvariantsOf,
} from './repository'

export type PlanInvariants = ReturnType<typeof createPlanInvariants>

const plainText = (text: string): string => text.trim().replace(/\s+/g, ' ').replace(/\.$/, '').toLowerCase()

const listed = (rules: readonly PlanInvariant[]) => ({
  hint:
    rules.length === 0
      ? 'It has none.'
      : ['Name one by its id:', ...rules.map(({ id, scope, text }) => `${id}  ${scope}: ${text}`)].join('\n'),
  details: { invariants: rules.map(({ id, scope, text }) => ({ id, scope, text })) },
})

/** A rule that a plan holds, by its id or a unique piece of it, or by its text where no other has the same. */
function namedRule(rules: readonly PlanInvariant[], query: string): PlanInvariant {
  const same = rules.filter(({ text }) => plainText(text) === plainText(query))
  if (same.length === 1) return same[0]!
  if (same.length > 1)
    throw conflict(
      'invariant.text_ambiguous',
      `${same.length} invariants of the plan have this text: ${query}. Nothing was changed.`,
      listed(same),
    )
  const ids = rules.map(({ id }) => id)
  const { kind } = matchId(query, ids)
  if (kind !== 'none' && kind !== 'too_short') return findInvariant(query, rules)
  throw missing(
    'invariant.not_found',
    `The plan holds no invariant of the id or text "${query}". Nothing was changed.`,
    listed(rules),
  )
}

function waivable(rules: readonly PlanInvariant[], query: string): PlanInvariant {
  const rule = namedRule(rules, query)
  if (rule.nonOverridable) {
    throw conflict('invariant.non_overridable', `This ${rule.scope} invariant cannot be waived: ${rule.text}`, {
      hint: 'Correct the plan, give it guidance, or cancel it.',
      details: { invariant_id: rule.id, scope: rule.scope, text: rule.text },
    })
  }
  if (rule.verdict === 'violated') return rule
  throw conflict('invariant.not_violated', `Nothing violates this ${rule.scope} invariant now: ${rule.text}`, {
    hint: 'Only a violated invariant is waived. See `agents plan status`.',
    details: { invariant_id: rule.id },
  })
}

/** Rules as plans hold them: taken over when a plan is made, judged at the end of its phases, waived for it alone. */
export function createPlanInvariants(deps: { db: BetterSQLite3Database; targets: () => InvariantDeps['targets'] }) {
  const { db } = deps
  const ofPlan = (planId: string) => planInvariantsOf(db, planId)
  const escalating = (planId: string) =>
    ofPlan(planId).flatMap((rule) => (rule.checks.escalate === null ? [] : [{ rule, escalate: rule.checks.escalate }]))
  return {
    /** What a plan of an action on projects would hold, and what gave way. */
    resolve: (action: ActionRules, projects: readonly Target[]) =>
      resolveFor({ db, targets: deps.targets() }, action, projects),
    /** Called in the transaction that stores the plan. */
    attach: (planId: string, rules: readonly Invariant[]) => attachInvariants(db, planId, rules, false),
    /** Gives a child plan what its parent holds, as it was resolved there. */
    inherit: (parentId: string, planId: string) => attachInvariants(db, planId, ofPlan(parentId), false),
    /** Brings what a plan that comes back holds to what there is now. */
    meet: (planId: string) => meetPlan({ db, targets: deps.targets() }, planId),
    ofPlan,
    ofPlans: (planIds: readonly string[]) => invariantsOfPlans(db, planIds),
    /** Stores what was found of a rule, and answers the verdict with what a waiver covers of it. */
    judge: (rule: PlanInvariant, found: Found, subject: string) => {
      const judged = verdictOn(rule, found)
      judgeInvariant(db, rule.planId, rule.id, {
        ...judged,
        findings: found.findings,
        subject,
        ...(judged.verdict === 'waived' && { waivedFor: carriedOn(rule, found.findings) }),
      })
      return judged
    },
    /** The rule that a person may set aside for this plan; refuses one that is locked or not violated. */
    waivable: (planId: string, query: string) => waivable(ofPlan(planId), query),
    /** Sets a rule aside for what was found of it, and for nothing that is found later. */
    waive: (rule: PlanInvariant, reason: string) =>
      judgeInvariant(db, rule.planId, rule.id, {
        verdict: 'waived',
        waivedReason: reason,
        waivedFor: coveredWith(rule, rule.findings),
      }),
    violated: (planId: string) => ofPlan(planId).filter((rule) => rule.verdict === 'violated'),
    /** The first rule that sends such a decision to a person. */
    escalationOf: (planId: string, decision: Proposed) =>
      escalating(planId).find(({ escalate }) => escalates(escalate, decision))?.rule,
    /** The rules that send changes at these paths to a person. */
    escalationsAt: (planId: string, paths: readonly string[]) =>
      escalating(planId)
        .filter(({ escalate }) => pathsEscalate(escalate, paths))
        .map(({ rule, escalate }) => ({ rule, paths: paths.filter((path) => pathsEscalate(escalate, [path])) })),
    noteEscalation: (planId: string, decisionId: string, invariantId: string) =>
      insertEscalation(db, { planId, decisionId, invariantId }),
    /** The rule that sent each decision of a plan to a person, by the decision's id. */
    escalated: (planId: string) => escalationsOf(db, planId),
    escalatedIn: (planIds: readonly string[]) => escalationsOfPlans(db, planIds),
  }
}
