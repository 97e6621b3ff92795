import { plural } from '@shared/model/plural'
import { updateChoices } from '@shared/model/plan'
import { conflict, invalid, missing } from '@shared/model/refusal'
import { updateFlags, updateWords } from '@shared/model/update-words'
import type { Carried } from '../../review'
import type { ApplyConflict, UpdateChoice, UpdatePreview } from '../../sandboxes'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'
import type { Runner } from '../runner'
import { carryingRejections } from './carry-rejections'
import { atRest, newChange, requireAllowed } from './before-change'
import { shownPath } from './changed-paths'
import type { Effects } from './plan-change'
import { personDecision } from './roll-back'
import { runChange } from './run-change'

/** Whose version of which conflicting file stands: paths as they are shown, with or without their resource's name. */
export type UpdateRequest = {
  readonly includeUncommitted: boolean
  readonly choices: readonly { readonly path: string; readonly take: UpdateChoice }[]
  /** For every file that none of the choices names. */
  readonly rest: UpdateChoice | null
}

export type PlanUpdate = {
  readonly plan: Plan
  readonly resources: readonly {
    readonly resource: string
    readonly branch: string | null
    readonly from: string
    readonly to: string
    readonly incoming: readonly string[]
  }[]
  readonly conflicts: readonly (ApplyConflict & { readonly take: UpdateChoice | null })[]
  /** What became of what a person had rejected; known once it is merged. */
  readonly rejections: Carried
}

const updated = { type: 'updated' } as const

/** The choice for each conflict; refuses one that names no conflict. */
function chosenFor(deps: PlanDeps, plan: Plan, preview: UpdatePreview, request: UpdateRequest) {
  const shown = shownPath(deps, plan.id)
  const all = preview.resources.flatMap(({ conflicts }) => conflicts)
  const names = (one: ApplyConflict) => [shown(one), one.path, `${one.resource}:${shown(one)}`]
  const unknown = request.choices.find(({ path }) => !all.some((one) => names(one).includes(path)))
  if (unknown)
    throw missing('update.no_such_conflict', `${unknown.path} is not in conflict. Nothing was changed.`, {
      hint: all.length > 0 ? `These are: ${all.map(shown).join(', ')}` : 'No file is: leave the choice out.',
      details: { path: unknown.path },
    })
  return all.map((one) => ({
    ...one,
    take: request.choices.findLast(({ path }) => names(one).includes(path))?.take ?? request.rest,
  }))
}

const isModel = (deps: PlanDeps, plan: Plan): boolean =>
  deps.resolveActor(plan.action.actors['execution'] ?? null, 'execution').kind === 'llm'

function requireNews(plan: Plan, preview: UpdatePreview): void {
  const { before, after } = preview.bases
  if (Object.keys(after).some((id) => before[id]?.baseCommit !== after[id]?.baseCommit)) return
  throw conflict(
    'update.nothing_new',
    'The plan stands on the newest commit already, so there is nothing to bring in. Nothing was changed.',
    {
      hint: `Where edits that are not committed stand against it, commit or stash them, or include them, and the plan then leaves its changes uncommitted too: agents plan update --include-uncommitted ${plan.id}`,
    },
  )
}

async function lookAt(deps: PlanDeps, plan: Plan, request: UpdateRequest) {
  requireAllowed(plan, updated)
  if (plan.applied !== null)
    throw conflict(
      'update.applied',
      'The changes are applied already; only checks did not pass. Nothing was changed.',
      {
        hint: 'Roll the plan back, or put the target right and apply again, which only runs the checks.',
      },
    )
  if (deps.sandboxes.get(plan.id).length === 0)
    throw missing('update.no_sandbox', 'The plan has no sandbox that could be brought up to date.', {
      hint: 'Execute the plan first.',
    })
  const preview = await deps.sandboxes.previewUpdate(plan.id, request.includeUncommitted)
  requireNews(plan, preview)
  return { preview, conflicts: chosenFor(deps, plan, preview, request) }
}

function told(deps: PlanDeps, plan: Plan, preview: UpdatePreview, conflicts: PlanUpdate['conflicts']): PlanUpdate {
  const shown = shownPath(deps, plan.id)
  return {
    plan,
    resources: preview.resources.map(({ sandbox, base, incoming }) => ({
      resource: sandbox.name,
      branch: base.branch,
      from: sandbox.base.baseCommit,
      to: base.baseCommit,
      incoming: incoming.map((path) => shown({ resourceId: sandbox.resourceId, path })),
    })),
    conflicts: conflicts.map((one) => ({ ...one, path: shown(one) })),
    rejections: { carried: [], left: [] },
  }
}

/** Shows what bringing a plan up to date would merge and where it would conflict. Nothing is changed. */
export async function previewPlanUpdate(deps: PlanDeps, plan: Plan, request: UpdateRequest): Promise<PlanUpdate> {
  const { preview, conflicts } = await lookAt(deps, plan, request)
  return told(deps, plan, preview, conflicts)
}

function summaryOf(update: PlanUpdate): string {
  const heads = update.resources
    .filter(({ from, to }) => from !== to)
    .map(({ resource, branch, from, to }) => {
      const what = branch === null ? resource : `${resource} (${branch})`
      return `${what}: ${from.slice(0, 10)} → ${to.slice(0, 10)}`
    })
  return [...heads, ...update.conflicts.map(({ path, take }) => `${path}: ${updateWords[take ?? 'actor']}`)].join('\n')
}

function guidanceFor(marked: readonly string[], unmarked: readonly string[]): string {
  const lines = ['The target has new commits, which were merged into the sandbox.']
  if (marked.length > 0)
    lines.push(
      `These files hold both versions between conflict markers. Resolve each so that both intentions are kept, and leave no marker: ${marked.join(', ')}`,
    )
  if (unmarked.length > 0)
    lines.push(
      `These could not be shown with markers and stand as you had them, while the target deleted or replaced them. Look at each and decide: ${unmarked.join(', ')}`,
    )
  return lines.join('\n')
}

function effectsOf(
  deps: PlanDeps,
  update: PlanUpdate,
  request: UpdateRequest,
  guidance: string | null,
): Partial<Effects> {
  const { plan } = update
  const root = deps.decisions.live(plan.id).find(({ parentId }) => parentId === null)
  const summary = summaryOf(update)
  const decision = personDecision(deps, plan, {
    parentId: root?.id ?? null,
    type: 'user_intervention',
    phase: plan.phase === 'apply' ? 'execute' : plan.phase,
    attempt: plan.attempt,
    question: 'How is the plan brought up to date?',
    chosen: summary,
  })
  const files = update.resources.flatMap(({ incoming }) => incoming)
  const remembers = guidance === null && deps.conversation.lastTurn(plan.id, 'execute') > 0
  const text = `The target has new commits, which were merged into the sandbox; these files changed there, so read them again before you edit them: ${files.join(', ')}\n${summary}`
  const executed = plan.reason !== 'source_changed' && guidance === null
  return {
    event: updated,
    plan: {
      ...(executed ? { finishedPhase: { phase: 'execute', summary: plan.finishedPhase?.summary ?? '' } } : {}),
      ...(request.includeUncommitted ? { applyMode: 'working-tree' } : {}),
    },
    decision,
    by: decision.id,
    guidance: guidance === null ? null : { id: deps.newId(), text: guidance },
    note: remembers ? { phase: 'execute', text: deps.redact(text) } : null,
  }
}

const word = (path: string): string => (/^[\w./@+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`)

/** What each option stands for. */
const updateMeaning = (mergeable: boolean): string =>
  updateChoices
    .filter((choice) => choice !== 'actor' || mergeable)
    .map((choice) => `--${updateFlags[choice]}: ${updateWords[choice]}`)
    .join('; ')

/** How the command line says which version of a file stands; a built-in actor merges none. */
function choiceFlags(path: string, mergeable: boolean): string {
  return updateChoices
    .filter((choice) => choice !== 'actor' || mergeable)
    .map((choice) => `--${updateFlags[choice]} ${word(path)}`)
    .join(' or ')
}

/** Refuses while a conflict has no choice, or one that nobody could carry out. */
function requireChoices(deps: PlanDeps, plan: Plan, conflicts: PlanUpdate['conflicts']): void {
  const shown = shownPath(deps, plan.id)
  const open = conflicts.filter(({ take }) => take === null)
  if (open.length > 0)
    throw conflict(
      'update.conflict',
      `${plural(open.length, 'file was', 'files were')} changed by the plan and by its target in the same place. Nothing was changed.`,
      {
        hint: [
          `Say for each file which version stands (${updateMeaning(isModel(deps, plan))}):`,
          ...open.map((one) => `${shown(one)}: ${choiceFlags(shown(one), isModel(deps, plan))}`),
          `Or for all of them: --rest ${isModel(deps, plan) ? 'plan, target or actor' : 'plan or target'}`,
        ].join('\n'),
        details: {
          conflicts: open.map((one) => ({ resource: one.resource, path: shown(one), reason: one.reason })),
        },
      },
    )
  if (conflicts.some(({ take }) => take === 'actor') && !isModel(deps, plan))
    throw invalid('update.no_actor', "The plan's execution actor is no model, so it cannot merge files by itself.", {
      hint: "Choose the plan's or the target's version.",
    })
}

/**
 * Merges what the targets of a plan got meanwhile into its sandboxes and bases it on that: files that fit are merged, the
 * others are as it was chosen. Its checks then run again before it may be applied. Can be undone.
 */
export async function updatePlan(
  deps: PlanDeps,
  runner: Runner,
  given: Plan,
  request: UpdateRequest,
): Promise<PlanUpdate> {
  requireAllowed(given, updated)
  const plan = await atRest(deps, runner, given)
  const { preview, conflicts } = await lookAt(deps, plan, request)
  requireChoices(deps, plan, conflicts)
  const takes = new Map(conflicts.map((one) => [`${one.resourceId}\0${one.path}`, one.take ?? 'plan']))
  const resolved = await deps.sandboxes.resolveUpdate(
    preview,
    ({ resourceId, path }) => takes.get(`${resourceId}\0${path}`) ?? 'plan',
  )
  const update = told(deps, plan, preview, conflicts)
  const shown = shownPath(deps, plan.id)
  const left = [...resolved.marked, ...resolved.unmarked]
  const guidance = left.length > 0 ? guidanceFor(resolved.marked.map(shown), resolved.unmarked.map(shown)) : null
  const effects = effectsOf(deps, update, request, guidance)
  const position = {
    decisionSeq: deps.decisions.lastSeq(plan.id),
    turnSeq: deps.conversation.lastTurn(plan.id, 'execute'),
    callId: null,
    done: true,
  }
  const { after } = preview.bases
  const label = `brought up to date with ${[...new Set(update.resources.map(({ branch }) => branch ?? 'its source'))].join(', ')}`
  const change: Parameters<typeof runChange>[1] = {
    id: deps.newId(),
    planId: plan.id,
    kind: 'update',
    decisionId: null,
    newDecisionId: effects.decision?.id ?? null,
    version: plan.version,
    seen: preview.present,
    data: {
      ...newChange(deps, plan, 'update from its target', effects),
      guidance: summaryOf(update),
      after: resolved.trees,
      bases: preview.bases,
      kept: [{ label, tool: null, decisionId: null, trees: resolved.trees, position, bases: after }],
    },
  }
  const moved = await carryingRejections(deps, plan, () => runChange(deps, change))
  await runner.perform(moved)
  return { ...update, plan: moved.plan, rejections: moved.rejections }
}
