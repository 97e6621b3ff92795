import type { PlanView } from '@shared/contract/plan-view'
import { isTerminal } from '@shared/model/plan'
import { safetySentences } from '@shared/model/profile-sentences'
import { invariantView } from '../../invariants'
import { undoView } from '../control/views'
import { standingDrift } from '../domain/drift'
import type { Plan } from '../domain/plan'
import { knownRisk } from '../insight/assess-changes'
import { estimatePlan, timeLeftOf } from '../insight/estimate-plan'
import { suspectOf } from '../insight/suspect'
import { estimateView, riskView } from '../insight/views'
import type { PlanDeps } from '../ports'
import { appliedView } from './applied-view'
import { budgetView } from './budget-view'
import { planEscalation, validationsView } from './control-view'
import { costView } from './cost-view'
import { nextSteps } from './next-steps'
import { resourcesView } from './resources-view'
import { sandboxProblem } from './sandbox-view'

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
  | 'unrecorded'
>

export const shortId = (id: string): string => id.slice(0, 10)

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
  tried_mode: plan.applyModeOnce,
  parent_plan_id: plan.parentId,
})

/** A plan as every front shows it. */
export function planView(deps: ViewDeps, plan: Plan): PlanView {
  const counts = deps.decisions.counts(plan.id)
  const guidance = deps.guidance.ofPlan(plan.id)
  const resources = resourcesView(deps, plan)
  const cause = suspectOf(deps, plan)
  const budget = budgetView(deps, plan)
  const undo = undoView(deps, plan)
  const validations = validationsView(deps, plan)
  const applied = appliedView(deps, plan)
  const problems = isTerminal(plan.state) ? [] : deps.sandboxes.findings(plan.id).map(sandboxProblem)
  return {
    ...madeFromView(plan),
    phase: plan.phase,
    state: plan.state,
    reason: plan.reason,
    gate: plan.gate,
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
    validations,
    invariants: deps.invariants.ofPlan(plan.id).map(invariantView),
    escalation: planEscalation(deps, plan),
    checkpoints: deps.sandboxes.checkpoints(plan.id).length,
    ...costView(deps, plan),
    budget,
    guards: [...safetySentences(plan.profile.safety)],
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
    risk: knownRisk(deps, plan).map(riskView),
    sandbox_problems: problems,
    source_drift: standingDrift(plan).map(({ resource, paths }) => ({ resource, paths: [...paths] })),
    next_steps: nextSteps(deps, plan, {
      problems,
      cause,
      held: budget.held,
      undo,
      undone: applied.apply_undone !== null,
      violated: deps.invariants.violated(plan.id),
      validations,
    }),
    error: plan.error && { ...plan.error, details: plan.error.details ?? null },
    unrecorded: deps.unrecorded.get(plan.id) ?? null,
    root_cause: cause,
    ...applied,
    undo,
    report: plan.report,
    definition_of_done: plan.action.definitionOfDone,
  }
}
