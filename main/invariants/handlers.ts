import type { InvariantView, LeftPlanView, ReachedPlanView, invariants as contract } from '@shared/contract/invariants'
import type { InvariantChecks } from '@shared/model/invariant'
import type { HandlersOf } from '../platform/handlers'
import { addInvariant } from './add-invariant'
import type { Invariant, PlanInvariant } from './domain/invariant'
import { proposeEscalation } from './domain/propose-escalation'
import { listInvariants } from './list-invariants'
import type { InvariantDeps } from './ports'
import type { Reached } from './reach-plans'
import { removeInvariant, type Left } from './remove-invariant'

function checksView({ onlyPaths, neverPaths, command, escalate }: InvariantChecks): InvariantView['checks'] {
  return {
    only_paths: onlyPaths && [...onlyPaths],
    never_paths: neverPaths && [...neverPaths],
    command: typeof command === 'string' || command === null ? command : [...command],
    escalate: escalate && {
      always: escalate.always,
      paths: [...escalate.paths],
      decision_types: [...escalate.decisionTypes],
    },
  }
}

/** A rule as the fronts see it; the verdict is there where a plan holds it. */
export function invariantView(rule: Invariant | PlanInvariant): InvariantView {
  const held = 'planId' in rule ? rule : null
  return {
    id: rule.id,
    scope: rule.scope,
    source: rule.source,
    text: rule.text,
    checks: checksView(rule.checks),
    non_overridable: rule.nonOverridable,
    verdict: held?.verdict ?? null,
    evidence: held?.evidence ?? '',
    waived_reason: held?.waivedReason ?? null,
    added_later: held?.addedLater ?? false,
    removable: !(rule.scope === 'action' && rule.id.includes('-')),
    created: rule.created,
  }
}

function proposalView(text: string) {
  const proposal = proposeEscalation(text)
  if (!proposal) return { escalate: null, why: '' }
  const { always, paths, decisionTypes } = proposal.escalate
  return { escalate: { always, paths: [...paths], decision_types: [...decisionTypes] }, why: proposal.why }
}

const some = (globs: readonly string[] | undefined) => (globs && globs.length > 0 ? globs : null)

const reachedView = ({ plan, invariantId, overriddenBy: by }: Reached): ReachedPlanView => ({
  plan_id: plan.id,
  title: plan.name,
  invariant_id: invariantId,
  reached: by === null,
  why: by === null ? '' : `its ${by.invariant.scope} invariant "${by.invariant.text}" ${by.why}`,
})

const leftView = ({ plan, instead }: Left): LeftPlanView => ({
  plan_id: plan.id,
  title: plan.name,
  instead: instead.map(({ text }) => text),
})

/** What the fronts can ask about invariants. */
export function invariantHandlers(deps: InvariantDeps): HandlersOf<typeof contract> {
  return {
    add: async (input) => {
      const { escalate } = input
      const added = addInvariant(deps, {
        text: input.text,
        global: input.global,
        projects: input.projects,
        actions: input.actions,
        plans: input.plans,
        checks: {
          onlyPaths: some(input.only_paths),
          neverPaths: some(input.never_paths),
          command: input.command ?? null,
        },
        escalate: escalate && { ...escalate, decisionTypes: escalate.decision_types },
        nonOverridable: input.non_overridable,
      })
      return {
        invariants: added.invariants.map(invariantView),
        proposal: proposalView(input.text),
        plans: added.reached.map(reachedView),
      }
    },
    propose: async ({ text }) => proposalView(text),
    list: async (input) => {
      const { rules, overridden } = listInvariants(deps, input)
      return {
        invariants: rules.map(invariantView),
        overridden: overridden.map(({ invariant, by, why }) => ({
          ...invariantView(invariant),
          overridden_by: by.id,
          why: `${by.scope} invariant "${by.text}" ${why}`,
        })),
      }
    },
    remove: async ({ id }) => {
      const { invariant, left } = removeInvariant(deps, id)
      return { ...invariantView(invariant), plans: left.map(leftView) }
    },
  }
}
