import { missing } from '@shared/model/refusal'
import type { PlanView } from '@shared/contract/plan-view'
import type { plans as plansContract } from '@shared/contract/plans'
import type { planConflicts } from '@shared/contract/plan-conflicts'
import type { planControl } from '@shared/contract/plan-control'
import type { HandlersOf } from '../../platform/handlers'
import { modeOfApply, type Plan } from '../domain/plan'
import { findPlan, type Moved } from '../move-plan'
import type { PlanDeps } from '../ports'
import type { Runner } from '../runner'
import { findDecision } from '../views/decision-view'
import { presentConflicts, updateView } from '../views/conflict-view'
import { planView } from '../views/plan-view'
import { waivedRules } from '../views/waived-view'
import { correct, requireFollowed, wishOf, type CorrectionRequest } from './correct'
import { correctionDiff, correctionSummary, findCorrection } from './correction-diff'
import { previewCorrection } from './preview-correction'
import { previewUndo } from './preview-undo'
import { restorePlan } from './restore-plan'
import { previewRollback, rollBack } from './roll-back'
import { setProfile } from './set-profile'
import { undo } from './undo'
import { previewPlanUpdate, updatePlan, type UpdateRequest } from './update-plan'
import { correctionView, receiptView, rollbackView, undoneView, undoPreviewView } from './views'

export type ControlHandlers = Pick<
  HandlersOf<typeof plansContract>,
  keyof typeof planControl | keyof typeof planConflicts
>

type Deps = PlanDeps & { readonly runner: Runner }
type Given = { readonly mode: CorrectionRequest['mode']; readonly guidance?: string; readonly choose?: number }

const requestOf = (input: { [K in keyof Given]: Given[K] | undefined } & Pick<Given, 'mode'>): CorrectionRequest => ({
  mode: input.mode,
  ...(input.guidance === undefined ? {} : { guidance: input.guidance }),
  ...(input.choose === undefined ? {} : { choose: input.choose }),
})

const choiceOf = (onConflict: 'keep' | 'overwrite' | undefined) => (onConflict === undefined ? {} : { onConflict })

type GivenUpdate = {
  readonly include_uncommitted: boolean
  readonly choices: UpdateRequest['choices']
  readonly rest?: UpdateRequest['rest'] | undefined
}

const requested = (input: GivenUpdate): UpdateRequest => ({
  includeUncommitted: input.include_uncommitted,
  choices: input.choices,
  rest: input.rest ?? null,
})

/** What stands against an apply, and what brings a plan up to date. */
function conflictHandlers(
  deps: Deps,
  view: (plan: Plan) => PlanView,
): Pick<ControlHandlers, keyof typeof planConflicts> {
  return {
    conflicts: async (input) => {
      const plan = findPlan(deps, input.plan_id)
      return { plan_id: plan.id, conflicts: await presentConflicts(deps, plan, input.mode ?? modeOfApply(plan)) }
    },
    previewUpdate: async (input) => {
      const update = await previewPlanUpdate(deps, findPlan(deps, input.plan_id), requested(input))
      return updateView(deps, update, view(update.plan), true)
    },
    update: async (input) => {
      const plan = findPlan(deps, input.plan_id)
      deps.rememberEnvironment(plan.id, input.env)
      const update = await updatePlan(deps, deps.runner, plan, requested(input))
      return updateView(deps, update, view(update.plan), false)
    },
  }
}

/** Rollback, correction, undo and what belongs to them. */
export function controlHandlers(deps: Deps): ControlHandlers {
  const view = (plan: Plan) => planView(deps, deps.plans.byId(plan.id) ?? plan)
  const moved = async ({ plan, ...rest }: Moved) => {
    await deps.runner.perform({ plan, ...rest })
    return view(plan)
  }
  return {
    ...conflictHandlers(deps, view),
    previewRollback: async (input) => {
      const preview = await previewRollback(deps, findPlan(deps, input.plan_id), input.checkpoint_id)
      return rollbackView(preview, view(preview.plan), true)
    },
    rollback: async (input) => {
      const options = { checkpoint: input.checkpoint_id, ...choiceOf(input.on_conflict) }
      const done = await rollBack(deps, deps.runner, findPlan(deps, input.plan_id), options)
      return rollbackView(done, view(done.plan), false)
    },
    previewCorrection: async (input) => {
      const target = findDecision(deps, input.decision_id)
      const wanted = input.guidance !== undefined || input.choose !== undefined
      const plan = findPlan(deps, target.planId)
      requireFollowed(deps, plan, target, requestOf(input))
      const guidance = wanted ? wishOf(target, requestOf(input)).guidance : ''
      const preview = await previewCorrection(deps, plan, target, input.mode)
      return correctionView(preview, view(preview.plan), guidance, null)
    },
    correct: async (input) => {
      const target = findDecision(deps, input.decision_id)
      const plan = findPlan(deps, target.planId)
      deps.rememberEnvironment(plan.id, input.env)
      const request = { ...requestOf(input), ...choiceOf(input.on_conflict) }
      const done = await correct(deps, deps.runner, plan, target, request)
      return correctionView(done, view(done.plan), done.guidance, done)
    },
    correctionDiff: (input) => correctionDiff(deps, findCorrection(deps, input.correction), input.patches),
    corrections: async (input) => ({
      corrections: deps.changeLog.corrections(findPlan(deps, input.plan_id).id).map(correctionSummary),
    }),
    previewUndo: async (input) => undoPreviewView(await previewUndo(deps, findPlan(deps, input.plan_id))),
    undo: async (input) => {
      const done = await undo(deps, deps.runner, findPlan(deps, input.plan_id), input.on_conflict)
      return undoneView(done, view(done.plan))
    },
    receipt: async (input) => {
      const plan = findPlan(deps, input.plan_id)
      const record = deps.sandboxes.applyRecord(plan.id)
      if (!record)
        throw missing('receipt.none', `Plan ${plan.id} was not applied, so it has no receipt.`, {
          hint: 'See `agents plan status` for what is due.',
        })
      return receiptView(plan, deps.decisions.counts(plan.id).live, waivedRules(deps, plan.id), record)
    },
    restore: async (input) => moved(await restorePlan(deps, findPlan(deps, input.plan_id))),
    setProfile: async (input) => view(setProfile(deps, findPlan(deps, input.plan_id), input.automation_profile)),
  }
}
