import type { CorrectionMode } from '@shared/model/decision'
import { plural } from '@shared/model/plural'
import { saysSomething } from '@shared/model/says-something'
import { conflict, invalid } from '@shared/model/refusal'
import { choices, type Decision } from '../../decisions'
import type { OnConflict } from '../../sandboxes'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'
import { requireGuidable } from '../require-guidable'
import type { Runner } from '../runner'
import { atRest, cutAt, newChange, placeBefore, requireAllowed } from './before-change'
import type { Effects } from './plan-change'
import { eventOf, previewCorrection, requireCorrectable, type CorrectionPreview } from './preview-correction'
import { personDecision, requireRevertible } from './roll-back'
import { runChange } from './run-change'

export type CorrectionRequest = {
  readonly mode: CorrectionMode
  readonly guidance?: string
  /** The nth alternative as listed, from 1, in place of guidance. */
  readonly choose?: number
  readonly onConflict?: OnConflict
}

export type Corrected = CorrectionPreview & {
  readonly correctionId: string
  readonly newDecisionId: string
  readonly guidance: string
}

type Wish = { readonly guidance: string; readonly chosen: string; readonly key: string | null }

/** What the plan is told, in the person's words or from the alternative that was chosen. */
export function wishOf(target: Decision, { guidance, choose }: CorrectionRequest): Wish {
  if (choose === undefined) {
    const text = guidance?.trim() ?? ''
    if (!saysSomething(text))
      throw invalid(
        'correction.no_guidance',
        'A correction wants guidance with a letter or a digit in it, or the number of another alternative.',
        {
          hint: 'Say what the plan should do instead.',
        },
      )
    return { guidance: text, chosen: text, key: null }
  }
  const list = choices(target)
  const chosen = target.confidence === null ? undefined : list[choose - 1]
  if (chosen === undefined)
    throw invalid('decision.no_such_alternative', `There is no alternative ${choose} of this decision.`, {
      hint: list.map((text, index) => `${index + 1}. ${text}`).join('\n'),
      details: { alternatives: list },
    })
  if (chosen === target.chosen)
    throw conflict('decision.chosen_already', 'That alternative is the one that was chosen; nothing was changed.', {
      hint: 'Choose another one.',
    })
  const more = guidance?.trim() ? ` ${guidance.trim()}` : ''
  return { guidance: `For "${target.question}" a person chose: ${chosen}.${more}`, chosen, key: target.key }
}

/** Refuses guidance for a built-in actor; an alternative that is chosen is followed by any. */
export function requireFollowed(deps: PlanDeps, plan: Plan, target: Decision, request: CorrectionRequest): void {
  if (!request.guidance?.trim()) return
  const role = request.mode === 'revert' && target.phase === 'strategize' ? 'strategy' : 'execution'
  requireGuidable(deps, plan, role, target.confidence !== null && choices(target).length > 1)
}

/** What the model keeps of the history, and is told of decisions that stand though it does not remember them. */
function historyOf(deps: PlanDeps, preview: CorrectionPreview): Pick<Effects, 'cut' | 'turns' | 'note'> {
  const { plan, target, invalidated } = preview
  const phase = target.phase === 'strategize' ? 'strategize' : 'execute'
  const place = placeBefore(target)
  // A rollback has cut the history already.
  if (target.supersededAt !== null) return { cut: [], turns: [], note: null }
  const own = place ? cutAt(deps, plan.id, phase, place) : { cut: [{ phase, from: 1 } as const], turns: [] }
  const later = phase === 'strategize' ? [{ phase: 'execute' as const, from: 1 }] : []
  const gone = new Set(invalidated.map(({ id }) => id))
  const stands = deps.decisions
    .live(plan.id)
    .filter((decision) => decision.phase === phase && decision.seq > target.seq && !gone.has(decision.id))
    .filter(({ type }) => type !== 'user_intervention' && type !== 'reversion')
  const lines = stands.map(({ id, question, chosen, artifacts }) => {
    const files = artifacts.length > 0 ? ` (${artifacts.join(', ')})` : ''
    return `${id} ${question}: ${chosen}${files}`
  })
  const told = place !== null && place.turnSeq > 0 && lines.length > 0
  const text = `These decisions were made already and stand, with their work:\n${lines.join('\n')}`
  return { cut: [...own.cut, ...later], turns: own.turns, note: told ? { phase, text: deps.redact(text) } : null }
}

/** The person's word in the tree: in the place of what it corrects, or under it where nothing is taken back. */
function interventionOf(deps: PlanDeps, preview: CorrectionPreview, wish: Wish): Omit<Decision, 'seq'> {
  const { plan, target, mode } = preview
  const append = mode === 'append'
  return personDecision(deps, plan, {
    parentId: append ? target.id : (target.parentId ?? target.id),
    type: 'user_intervention',
    phase: append ? 'execute' : target.phase,
    attempt: plan.attempt + 1,
    key: wish.key,
    question: wish.key === null && wish.chosen === wish.guidance ? 'What did the person say?' : target.question,
    chosen: wish.chosen,
    corrects: append ? null : target.id,
    influencedBy: append ? [target.id] : [],
  })
}

function effectsOf(deps: PlanDeps, preview: CorrectionPreview, wish: Wish): Partial<Effects> {
  const { plan, target, mode, invalidated, replay } = preview
  const decision = interventionOf(deps, preview, wish)
  const shared = {
    event: eventOf(deps, plan, target, mode),
    decision,
    guidance: { id: deps.newId(), text: wish.guidance },
  }
  if (mode === 'append') return shared
  return {
    ...shared,
    plan: { applied: null, report: null },
    supersede: invalidated.map(({ id }) => id),
    by: decision.id,
    dropAbove: replay.from?.number ?? null,
    ...historyOf(deps, preview),
  }
}

/**
 * Corrects a decision: `revert` takes it and what hangs on it back and has it decided anew with the guidance; `append`
 * takes nothing back and goes on with the guidance. All of it or nothing.
 */
export async function correct(
  deps: PlanDeps,
  runner: Runner,
  given: Plan,
  target: Decision,
  request: CorrectionRequest,
): Promise<Corrected> {
  const wish = wishOf(target, request)
  requireCorrectable(deps, given, target, request.mode)
  requireFollowed(deps, given, target, request)
  const running = given.state === 'queued' || given.state === 'processing'
  if (!running || request.mode === 'append') requireAllowed(given, eventOf(deps, given, target, request.mode))
  const plan = await atRest(deps, runner, given)
  const preview = await previewCorrection(deps, plan, target, request.mode)
  const { onConflict } = request
  if (preview.conflicts.length > 0 && onConflict === undefined)
    throw conflict(
      'correction.conflict',
      `${plural(preview.conflicts.length, 'path was', 'paths were')} changed by somebody else and ${preview.conflicts.length === 1 ? 'does' : 'do'} not fit any more. Nothing was changed.`,
      {
        hint: 'Keep theirs, overwrite them, or leave everything as it is.',
        details: { conflicts: preview.conflicts },
      },
    )
  requireRevertible(preview.revert)
  const id = deps.newId()
  const effects = effectsOf(deps, preview, wish)
  const newDecisionId = effects.decision?.id ?? null
  const after = onConflict === 'keep' ? await keepTheirs(deps, preview) : preview.replay.trees
  const moved = await runChange(deps, {
    id,
    planId: plan.id,
    kind: 'correction',
    decisionId: target.id,
    newDecisionId,
    version: plan.version,
    seen: preview.present,
    data: {
      ...newChange(deps, plan, `correction of "${target.question.slice(0, 80)}"`, effects),
      mode: request.mode,
      guidance: wish.guidance,
      after: request.mode === 'append' ? null : after,
      kept: preview.replay.kept,
      repository: preview.revert === null ? null : 'undo',
      outcome: { files: preview.files, invalidated: preview.invalidated.map((decision) => decision.id) },
    },
  })
  await runner.perform(moved)
  return { ...preview, plan: moved.plan, correctionId: id, newDecisionId: newDecisionId ?? '', guidance: wish.guidance }
}

/** The state that a correction leads to, with the paths that others changed as they have them now. */
async function keepTheirs(deps: PlanDeps, preview: CorrectionPreview) {
  const { plan, replay, present } = preview
  const conflicts = replay.conflicts.map((place) => ({ ...place, resource: '', reason: '', covered: true }))
  const asked = { restored: [], removed: [], kept: [], conflicts, present }
  return deps.sandboxes.resolveRestore(plan.id, replay.trees, asked, 'keep')
}
