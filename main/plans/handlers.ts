import type { ActivityEvent } from '@shared/contract/activity'
import type { plans as plansContract } from '@shared/contract/plans'
import { followed } from '../platform/changes'
import type { HandlersOf } from '../platform/handlers'
import { applyHandler } from './apply-handler'
import { type ApproveOptions, approvePlan } from './approve-plan'
import { archivePlans } from './archive-plans'
import { cancelPlan } from './cancel-plan'
import { checkpointView, comparedStates } from './control/views'
import { controlHandlers, type ControlHandlers } from './control/handlers'
import { settleRisk } from './insight/assess-changes'
import { insightHandlers, type InsightHandlers } from './insight/handlers'
import { findPlan, movePlan, type Moved } from './move-plan'
import type { PlanDeps } from './ports'
import { previewPlanApply } from './preview-plan-apply'
import { previewUse } from './preview-use'
import { promptPlan } from './prompt-plan'
import { requireAccepted } from './require-appliable'
import { decisionHandler } from './review-handlers'
import type { Runner } from './runner'
import { fixHook } from './fix-hook'
import { sandboxHandlers, type SandboxHandlers } from './sandbox-handlers'
import { stopPlan } from './stop-plan'
import { createStarts } from './starts'
import { requireNotUndone } from './undone-apply'
import { makePlan } from './use-plan'
import { artifactView, changedFile, sumOf } from './views/change-view'
import { decisionDetail, decisionNode, findDecision } from './views/decision-view'
import { planView } from './views/plan-view'
import { planSummaries } from './views/summary-view'

type PlanHandlers = HandlersOf<typeof plansContract>
type Commands = Pick<
  PlanHandlers,
  'use' | 'execute' | 'approve' | 'prompt' | 'stop' | 'fix' | 'cancel' | 'apply' | 'archive' | 'reject' | 'accept'
>
type Queries = Omit<
  PlanHandlers,
  keyof Commands | keyof ControlHandlers | keyof InsightHandlers | keyof SandboxHandlers | 'activity'
>

export type PlanHandlerDeps = PlanDeps & { readonly runner: Runner; readonly findProjectId: (query: string) => string }

function approveOptions(input: Parameters<PlanHandlers['approve']>[0]): ApproveOptions {
  return {
    ...(input.choose === undefined ? {} : { choose: input.choose }),
    ...(input.decision_id ? { decisionId: input.decision_id } : {}),
    ...(input.budget_usd === undefined ? {} : { budget: input.budget_usd }),
    ...(input.allow_unknown_cost ? { allowUnknownCost: true } : {}),
    ...(input.waive === undefined ? {} : { waive: { invariant: input.waive, reason: input.reason ?? '' } }),
  }
}

/** Commands: each stores its intent, starts what is due, and answers with the plan as it then stands. */
function commandHandlers(deps: PlanHandlerDeps): Commands {
  const starts = createStarts(deps.clock)
  const begins = (moved: Moved) => moved.effects.includes('run')
  const after = async (moved: Moved) => {
    await deps.runner.perform(moved)
    return planView(deps, deps.plans.byId(moved.plan.id)!)
  }
  return {
    use: async (input) => {
      const { automation_profile: automationProfile, include_uncommitted: includeUncommitted, ...rest } = input
      const moved = await makePlan(deps, {
        ...rest,
        args: rest.args ?? {},
        includeUncommitted,
        ...(automationProfile ? { automationProfile } : {}),
      })
      deps.rememberEnvironment(moved.plan.id, input.env)
      return after(moved)
    },
    execute: async (input) => {
      const plan = findPlan(deps, input.plan_id)
      requireNotUndone(deps, plan)
      return starts.race(plan, input.asked_at, () => {
        deps.rememberEnvironment(plan.id, input.env)
        const moved = movePlan(deps, plan, { type: 'execute_requested' })
        const warning = moved.nothing && `Nothing was due: ${moved.nothing}.`
        return { starts: begins(moved), answer: async () => ({ ...(await after(moved)), warning }) }
      })
    },
    approve: async (input) => {
      const plan = findPlan(deps, input.plan_id)
      requireNotUndone(deps, plan)
      if (plan.state === 'awaiting_input' && plan.gate === 'apply') await requireAccepted(deps, plan)
      return starts.race(plan, input.asked_at, () => {
        deps.rememberEnvironment(plan.id, input.env)
        const moved = approvePlan(deps, plan, approveOptions(input))
        return { starts: begins(moved), answer: () => after(moved) }
      })
    },
    prompt: async (input) => {
      const plan = findPlan(deps, input.plan_id)
      requireNotUndone(deps, plan)
      deps.rememberEnvironment(plan.id, input.env)
      const moved = promptPlan(deps, plan, input.text)
      return { ...(await after(moved)), decision_id: moved.decisionId }
    },
    stop: async (input) => planView(deps, await stopPlan(deps, deps.runner, findPlan(deps, input.plan_id))),
    fix: async (input) => {
      const plan = findPlan(deps, input.plan_id)
      deps.rememberEnvironment(plan.id, input.env)
      return after(fixHook(deps, plan, input.text ?? ''))
    },
    cancel: async (input) => {
      const found = findPlan(deps, input.plan_id)
      requireNotUndone(deps, found)
      // Without a hook to end nothing is awaited: the ending begins before anything else can be started.
      const plan = deps.sandboxes.runningHook(found.id) === null ? found : await stopPlan(deps, deps.runner, found)
      await cancelPlan(deps, deps.runner, plan)
      return planView(deps, deps.plans.byId(plan.id)!)
    },
    archive: async (input) => ({ plan_ids: [...archivePlans(deps, input.plan_ids, input.archived)] }),
    apply: applyHandler(deps, starts),
    reject: decisionHandler(deps, true),
    accept: decisionHandler(deps, false),
  }
}

/** Questions: read only. */
function queryHandlers(deps: PlanHandlerDeps): Queries {
  return {
    preview: (input) => previewUse(deps, input),
    status: async (input) => {
      await settleRisk(deps, findPlan(deps, input.plan_id))
      return planView(deps, findPlan(deps, input.plan_id))
    },
    list: async (input) => {
      const { state, project, action, limit, archived } = input
      const filter = {
        limit,
        archived,
        ...(state ? { state } : {}),
        ...(action ? { action } : {}),
        ...(project ? { projectId: deps.findProjectId(project) } : {}),
      }
      const aside = deps.setAside.archivedCount()
      const total = archived ? aside : deps.plans.count() - aside
      return { plans: planSummaries(deps, filter), total, archived: aside }
    },
    tree: async (input) => {
      const plan = findPlan(deps, input.plan_id)
      const all = deps.decisions.ofPlan(plan.id)
      const live = all.filter((decision) => decision.supersededAt === null)
      return {
        plan_id: plan.id,
        nodes: (input.show_superseded ? all : live).map((decision) => decisionNode(decision, plan)),
        superseded: all.length - live.length,
      }
    },
    explain: async (input) => {
      const decision = findDecision(deps, input.decision_id)
      return decisionDetail(deps, decision, findPlan(deps, decision.planId), {
        context: input.show_context ?? false,
        reasoning: input.show_reasoning ?? false,
      })
    },
    diff: async (input) => {
      const plan = findPlan(deps, input.plan_id)
      const options = { patches: input.patches, ...(input.paths ? { paths: input.paths } : {}) }
      const states = comparedStates(deps, plan, input.checkpoint, input.to_checkpoint)
      const files = states
        ? await deps.sandboxes.compare(plan.id, states.from, states.to, options)
        : await deps.review.files(plan.id, options)
      const rejections = states ? [] : deps.review.rejections(plan.id)
      return { plan_id: plan.id, files: files.map((file) => changedFile(file, rejections)), ...sumOf(files) }
    },
    artifacts: async (input) => {
      const plan = findPlan(deps, input.plan_id)
      const rejections = deps.review.rejections(plan.id)
      const files = await deps.sandboxes.changes(plan.id, { patches: rejections.length > 0 })
      const artifacts = files.map((file) => artifactView(file, rejections))
      if (plan.report !== null)
        artifacts.push({
          path: 'report',
          resource: '',
          kind: 'report',
          size: plan.report.length,
          insertions: 0,
          deletions: 0,
          rejected: false,
          rejected_hunks: [],
        })
      const checkpoints = deps.sandboxes.checkpoints(plan.id).map(checkpointView)
      return { plan_id: plan.id, artifacts, checkpoints, report: plan.report }
    },
    previewApply: async (input) => previewPlanApply(deps, findPlan(deps, input.plan_id), input.mode),
  }
}

/** Follows one plan: a snapshot, then what happens; told again whenever its standing or its decisions change. */
async function* activityStream(
  deps: PlanHandlerDeps,
  input: { plan_id: string; after?: number | undefined },
  signal?: AbortSignal,
): AsyncGenerator<ActivityEvent, void> {
  const plan = findPlan(deps, input.plan_id)
  const view = () => planView(deps, deps.plans.byId(plan.id)!)
  const snapshot = (): ActivityEvent[] => [
    { type: 'snapshot', items: [...deps.activity.since(plan.id, input.after)], plan: view() },
  ]
  for await (const event of followed(deps.activity.feed(plan.id), snapshot, signal)) {
    yield event
    const moved =
      event.type === 'append' &&
      event.items.some((item) => item.kind === 'state' || item.kind === 'error' || item.kind === 'decision')
    if (moved) yield { type: 'plan', plan: view() }
  }
}

export function planHandlers(deps: PlanHandlerDeps): PlanHandlers {
  return {
    ...commandHandlers(deps),
    ...queryHandlers(deps),
    ...controlHandlers(deps),
    ...insightHandlers(deps),
    ...sandboxHandlers(deps),
    activity: async (input, { signal }) => activityStream(deps, input, signal),
  }
}
