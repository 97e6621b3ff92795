import { isTerminal, phases, type Phase } from '@shared/model/plan'
import type { BudgetView } from '@shared/contract/budget'
import type { PlanView } from '@shared/contract/plan-view'
import { safetySentences } from '@shared/model/profile-sentences'
import type { BaseState } from '../../sandboxes'
import { standingDrift } from '../domain/drift'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'
import { invariantView } from '../../invariants'
import { undoView } from '../control/views'
import { knownRisk } from '../insight/assess-changes'
import { estimatePlan, timeLeftOf } from '../insight/estimate-plan'
import { recoverySteps, suspectOf } from '../insight/suspect'
import { estimateView, riskView } from '../insight/views'
import { actingRole, builtinOf, useAgainCommand } from '../require-guidable'
import { addUsage, type UsageSum } from '../usage'
import { budgetView } from './budget-view'
import { repairSteps, sandboxProblem } from './sandbox-view'
import { planEscalation, validationsView } from './control-view'

type ViewDeps = Pick<
  PlanDeps,
  | 'plans'
  | 'decisions'
  | 'usage'
  | 'conversation'
  | 'guidance'
  | 'sandboxes'
  | 'clock'
  | 'projects'
  | 'invariants'
  | 'validations'
  | 'changeLog'
  | 'review'
  | 'risks'
  | 'db'
  | 'budgets'
  | 'limits'
  | 'resolveActor'
>

/** Paths shown of what is uncommitted in a source. */
const shownPaths = 50
export const shortId = (id: string): string => id.slice(0, 10)
const dollars = (micro: number | null): number | null => (micro === null ? null : micro / 1_000_000)
const zero: UsageSum = { input: 0, output: 0, cacheWrite: 0, cacheRead: 0, cost: 0, calls: 0 }

function tokensView(sum: UsageSum): PlanView['tokens'] {
  const { input, output, cacheWrite, cacheRead } = sum
  return {
    input,
    output,
    cache_write: cacheWrite,
    cache_read: cacheRead,
    total: input + output + cacheWrite + cacheRead,
  }
}

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

/** The commands that make sense now, ready to copy. */
export function nextSteps(plan: Plan, cause: PlanView['root_cause'], held: BudgetView['held']): string[] {
  const id = plan.id
  if (plan.error?.code === 'apply.post_validation' && plan.state === 'errored') return recoverySteps(plan, cause)
  const see = [`agents plan status ${id}`, `agents plan tree ${id}`]
  if (plan.state === 'applied') return [`agents plan diff ${id}`, `agents plan receipt ${id}`, `agents plan undo ${id}`]
  if (plan.state === 'cancelled') return [`agents plan restore ${id}`]
  if (plan.state === 'constrained')
    return [
      ...(plan.reason === 'validation'
        ? [`agents validation run ${id}`]
        : [`agents plan diff --conflicts ${id}`, `agents plan update ${id}`]),
      `agents plan apply ${id}`,
      `agents plan diff ${id}`,
      `agents plan cancel ${id}`,
    ]
  if (plan.state === 'errored') {
    if (plan.error?.code === 'apply.hook_failed')
      return [
        `agents plan fix ${id}`,
        `agents plan apply --mode working-tree ${id}`,
        `agents plan apply --skip-hooks ${id}`,
      ]
    if (plan.error?.code === 'apply.trust_changed') return trustSteps(plan)
    return plan.phase === 'apply'
      ? [`agents plan apply ${id}`, ...see]
      : [`agents plan execute ${id}`, `agents plan prompt ${id} "…"`, `agents plan cancel ${id}`]
  }
  if (plan.reason === 'low_confidence')
    return [`agents plan approve ${id}`, `agents plan approve ${id} --choose N`, `agents plan prompt ${id} "…"`]
  if (plan.reason === 'guard')
    return [`agents plan approve ${id}`, `agents plan approve ${id} --choose N`, `agents plan prompt ${id} "…"`]
  if (plan.reason === 'budget')
    return [
      `agents plan approve ${id} ${held?.cap === 'unknown' ? '--allow-unknown-cost' : '--budget USD'}`,
      `agents plan set-profile ${id} PROFILE`,
      ...see,
    ]
  if (plan.reason === 'invariant')
    return [`agents plan prompt ${id} "…"`, `agents plan approve ${id} --waive INVARIANT --reason "…"`, ...see]
  if (plan.reason === 'validation')
    return [`agents plan prompt ${id} "…"`, `agents validation run ${id}`, `agents plan execute ${id}`, ...see]
  if (plan.reason === 'source_changed' && plan.phase === 'execute')
    return [`agents plan execute ${id}`, `agents plan update ${id}`, `agents plan cancel ${id}`, ...see]
  if (plan.gate === 'apply') return [`agents plan diff ${id}`, `agents plan apply ${id}`]
  if (plan.state === 'awaiting_input') return [`agents plan execute ${id}`, ...see]
  return see
}

/** The steps without those that a built-in actor would not follow; the new plan that can be made stands in their place. */
function followedSteps(deps: ViewDeps, plan: Plan, steps: readonly string[]): string[] {
  if (plan.reason === 'guard' || builtinOf(deps, plan, actingRole(plan)) === null) return [...steps]
  const followed = steps.filter((step) => !/^agents plan (prompt|fix) /.test(step))
  return followed.length === steps.length ? followed : [useAgainCommand(plan), ...followed]
}

function resourcesView(deps: ViewDeps, plan: Plan): PlanView['resources'] {
  const sandboxes = deps.sandboxes.get(plan.id)
  return deps.plans.resources(plan.id).map((resource) => {
    const base = resource.base as BaseState
    const sandbox = sandboxes.find((candidate) => candidate.resourceId === resource.resourceId)
    const present = sandbox?.state === 'ready' && !isTerminal(plan.state)
    return {
      resource_id: resource.resourceId,
      name: resource.name,
      type: resource.type,
      path: resource.path,
      read_only: resource.readOnly,
      branch: base.branch,
      base_commit: base.baseCommit === '' ? null : base.baseCommit,
      sandbox_strategy: resource.readOnly ? 'none' : base.strategy,
      sandbox_path: present ? sandbox.path : null,
      sandbox_branch: present && base.strategy === 'git_worktree' ? sandbox.branch : null,
      uncommitted: base.uncommitted.slice(0, shownPaths).map((file) => file.path),
      includes_uncommitted: base.includesUncommitted,
    }
  })
}

function costByPhase(deps: ViewDeps, plan: Plan, usage: ReadonlyMap<string, UsageSum>): PlanView['cost_by_phase'] {
  const times = deps.plans.phaseTimes(plan.id)
  const calls = deps.conversation.countByPhase(plan.id)
  return phases.map((phase: Phase) => {
    const sum = usage.get(phase) ?? zero
    const time = times.get(phase)
    return {
      phase,
      started: time?.started ?? null,
      ended: time?.ended ?? null,
      tokens: tokensView(sum),
      cost_usd: dollars(sum.cost),
      tool_calls: calls.get(phase) ?? 0,
    }
  })
}

const hookView = (hook: ReturnType<PlanDeps['sandboxes']['runningHook']>): PlanView['hook'] =>
  hook && {
    name: hook.name,
    resource: hook.resource,
    since: hook.since,
    timeout_s: hook.timeoutMs / 1000,
    after: hook.after,
  }

/** What arrived where, and what took it back. */
function appliedView(deps: ViewDeps, plan: Plan): Pick<PlanView, 'applied' | 'apply_undone'> {
  const undone = plan.state === 'applied' ? deps.sandboxes.applyRecord(plan.id)?.undone : null
  return {
    applied:
      plan.applied?.map((item) => ({
        ...item,
        notices: [...item.notices],
        reverted_by: undone?.receipts.find(({ resource }) => resource === item.resource)?.commit ?? null,
      })) ?? null,
    apply_undone: undone?.at ?? null,
  }
}

/** What a plan was made from. */
const madeFromView = (plan: Plan) => ({
  plan_id: plan.id,
  short_id: shortId(plan.id),
  title: plan.title,
  action: plan.action.name,
  action_revision: plan.action.revision,
  projects: plan.projects.map((project) => project.name),
  args: plan.args,
  actors: plan.action.actors,
  read_only: plan.readOnly,
  automation_profile: plan.profile.name,
  profile_source: plan.profileSource,
  apply_mode: plan.applyMode,
  parent_plan_id: plan.parentId,
})

/** A plan as every front shows it. */
export function planView(deps: ViewDeps, plan: Plan): PlanView {
  const usage = deps.usage.byPhase(plan.id)
  const sum = [...usage.values()].reduce(addUsage, zero)
  const counts = deps.decisions.counts(plan.id)
  const guidance = deps.guidance.ofPlan(plan.id)
  const resources = resourcesView(deps, plan)
  const cause = suspectOf(deps, plan)
  const budget = budgetView(deps, plan)
  const problems = isTerminal(plan.state) ? [] : deps.sandboxes.findings(plan.id).map(sandboxProblem)
  return {
    ...madeFromView(plan),
    phase: plan.phase,
    state: plan.state,
    reason: plan.reason,
    attempt: plan.attempt,
    resources,
    context: {
      resources: resources.length,
      indexed_files: plan.indexedFiles,
      view: plan.phase === 'strategize' ? 'strategize' : 'execute',
    },
    tool_calls: deps.conversation.count(plan.id),
    files_modified: plan.filesModified,
    decisions: counts.live,
    waiting_decisions: counts.waiting,
    validations: validationsView(deps, plan),
    invariants: deps.invariants.ofPlan(plan.id).map(invariantView),
    escalation: planEscalation(deps, plan),
    checkpoints: deps.sandboxes.checkpoints(plan.id).length,
    tokens: tokensView(sum),
    cost_usd: dollars(sum.cost),
    budget,
    guards: [...safetySentences(plan.profile.safety)],
    cost_by_phase: costByPhase(deps, plan, usage),
    estimate: estimateView(estimatePlan(deps, plan)),
    time_left: timeLeftOf(deps, plan),
    timing: {
      created: plan.created,
      started: plan.started,
      ended: plan.ended,
      elapsed_ms: deps.plans.workedTimes(deps.clock(), plan.id).get(plan.id) ?? 0,
    },
    guidance: {
      pending: guidance.filter((item) => !item.applied).map((item) => item.text),
      applied: guidance.filter((item) => item.applied).length,
    },
    notices: [...plan.notices],
    risk: knownRisk(deps, plan.id).map(riskView),
    sandbox_problems: problems,
    source_drift: standingDrift(plan).map(({ resource, paths }) => ({ resource, paths: [...paths] })),
    next_steps: [
      ...new Set([
        ...repairSteps(plan.id, problems),
        ...followedSteps(deps, plan, nextSteps(plan, cause, budget.held)),
      ]),
    ],
    error: plan.error && { ...plan.error, details: plan.error.details ?? null },
    hook: hookView(deps.sandboxes.runningHook(plan.id)),
    root_cause: cause,
    ...appliedView(deps, plan),
    undo: undoView(deps, plan),
    report: plan.report,
    definition_of_done: plan.action.definitionOfDone,
  }
}
