import type { BudgetView } from '@shared/contract/budget'
import type { PlanView } from '@shared/contract/plan-view'
import type { PlanInvariant } from '../../invariants'
import type { Plan } from '../domain/plan'
import { recoverySteps } from '../insight/suspect'
import { actingRole, builtinOf } from '../require-guidable'
import { useAgainCommand } from '../use-again'
import { checkSteps, conflictSteps, failureSteps, ruleSteps, type StepDeps } from './helping-steps'
import { repairSteps } from './sandbox-view'

/** What may follow where a repository that was trusted would run something else now. */
function trustSteps({ id, error }: Plan): string[] {
  const resources = error?.details?.['resources']
  const named: readonly { readonly resource?: unknown }[] = Array.isArray(resources) ? resources : []
  return [
    ...named.map(({ resource }) => `agents resource trust ${String(resource)}`),
    `agents plan apply ${id}`,
    `agents plan apply --mode working-tree ${id}`,
    `agents plan apply --skip-hooks ${id}`,
  ]
}

type Told = {
  readonly problems: PlanView['sandbox_problems']
  readonly cause: PlanView['root_cause']
  readonly held: BudgetView['held']
  readonly undo: PlanView['undo']
  /** What it applied was taken back again. */
  readonly undone: boolean
  /** The rules that its work violates. */
  readonly violated: readonly Pick<PlanInvariant, 'id' | 'nonOverridable'>[]
  readonly validations: PlanView['validations']
}

/** What may follow an apply: one that brought nothing has no receipt, and nothing to take back. */
function appliedSteps(deps: StepDeps, plan: Plan, { undo, undone }: Told): string[] {
  const { id, applied } = plan
  if (applied === null || applied.every(({ files }) => files === 0))
    return [`agents plan status ${id}`, `agents plan tree ${id}`]
  const shown = [`agents plan diff ${id}`, `agents plan receipt ${id}`]
  if (undone) return [...shown, useAgainCommand(deps, plan)]
  return undo === null ? shown : [...shown, `agents plan undo ${id}`]
}

/** What follows from where the plan stands, whoever acts for it. */
function standingSteps(deps: StepDeps, plan: Plan, told: Told): string[] {
  const id = plan.id
  if (plan.error?.code === 'apply.post_validation' && plan.state === 'errored') return recoverySteps(plan, told.cause)
  const see = [`agents plan status ${id}`, `agents plan tree ${id}`]
  if (plan.state === 'applied') return appliedSteps(deps, plan, told)
  if (plan.state === 'cancelled') return [`agents plan restore ${id}`]
  if (plan.state === 'constrained') {
    if (plan.reason === 'validation') return checkSteps(deps, plan, told.validations)
    return conflictSteps(deps, plan)
  }
  if (plan.state === 'errored') {
    if (plan.error?.code === 'apply.hook_failed')
      return [
        `agents plan fix ${id}`,
        `agents plan apply --mode working-tree ${id}`,
        `agents plan apply --skip-hooks ${id}`,
      ]
    if (plan.error?.code === 'apply.trust_changed') return trustSteps(plan)
    return plan.phase === 'apply' ? [`agents plan apply ${id}`, ...see] : failureSteps(deps, plan, told.validations)
  }
  if (plan.reason === 'low_confidence')
    return [`agents plan approve ${id}`, `agents plan approve ${id} --choose N`, `agents plan prompt ${id} "…"`]
  if (plan.reason === 'guard')
    return [`agents plan approve ${id}`, `agents plan approve ${id} --choose N`, `agents plan prompt ${id} "…"`]
  if (plan.reason === 'budget')
    return [
      `agents plan approve ${id} ${told.held?.cap === 'unknown' ? '--allow-unknown-cost' : '--budget USD'}`,
      `agents plan set-profile ${id} PROFILE`,
      ...see,
    ]
  if (plan.reason === 'invariant') {
    const waive = told.violated
      .filter(({ nonOverridable }) => !nonOverridable)
      .map((rule) => `agents plan approve ${id} --waive ${rule.id} --reason "…"`)
    return ruleSteps(deps, plan, { validations: told.validations, waive })
  }
  if (plan.reason === 'validation') return checkSteps(deps, plan, told.validations)
  if (plan.reason === 'source_changed' && plan.phase === 'execute')
    return [`agents plan execute ${id}`, `agents plan update ${id}`, `agents plan cancel ${id}`, ...see]
  if (plan.gate === 'apply') return [`agents plan diff ${id}`, `agents plan apply ${id}`]
  if (plan.state === 'awaiting_input') return [`agents plan execute ${id}`, ...see]
  return see
}

/** The steps without those that a built-in actor would not follow; the new plan that can be made stands last. */
function followedSteps(deps: StepDeps, plan: Plan, steps: readonly string[]): string[] {
  if (plan.reason === 'guard' || builtinOf(deps, plan, actingRole(plan)) === null) return [...steps]
  const followed = steps.filter((step) => !/^agents plan (prompt|fix) /.test(step))
  return followed.length === steps.length ? followed : [...followed, useAgainCommand(deps, plan)]
}

/** An apply that is tried again arrives as the refused one would have. */
function inItsMode({ applyModeOnce }: Plan, steps: readonly string[]): readonly string[] {
  if (applyModeOnce === null) return steps
  return steps.map((step) =>
    step.includes('--mode ') ? step : step.replace(/^agents plan apply /, `agents plan apply --mode ${applyModeOnce} `),
  )
}

/** The commands that make sense now, ready to copy: what puts its sandboxes right comes first. */
export function nextSteps(deps: StepDeps, plan: Plan, told: Told): string[] {
  const steps = followedSteps(deps, plan, standingSteps(deps, plan, told))
  return [...new Set([...repairSteps(plan.id, told.problems), ...inItsMode(plan, steps)])]
}
