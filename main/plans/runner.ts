import PQueue from 'p-queue'
import type { Phase } from '@shared/model/plan'
import { keptChanges } from './checked-plan'
import { countFiles } from './count-files'
import type { Plan } from './domain/plan'
import { transition, type Effect, type PlanEvent } from './domain/transition'
import { againMs, createFailures } from './failures'
import { beginEnding, completeEnding, movePlan, type EndingEvent, type Moved } from './move-plan'
import { tooManyChanges, type PhaseOutcome } from './phases/outcome'
import { nextOpensAlone, reviseRefused, runApply, type ApplyEnd } from './phases/run-apply'
import { revert } from './phases/answer-failure'
import { openSandboxes, runPhase } from './phases/run-phase'
import { profileNow, type WorkPhase } from './phases/session'
import { whyPaused } from './phases/why-paused'
import { removeTraces } from './remove-traces'
import type { PlanDeps } from './ports'

export type Runner = {
  /** Performs what a transition asked for. Resolves once an asked removal of a sandbox is done; work goes on behind. */
  perform(moved: Moved): Promise<void>
  /** Resolves when nothing of the plan is being worked on. */
  settled(planId: string): Promise<void>
  busy(): boolean
  /** Ends the work on a plan that is about to end, and removes its sandboxes; what must stay yet is told in the plan. */
  end(planId: string): Promise<void>
  /** Ends every running step and waits for it; plans then show as interrupted at the next start. */
  close(): Promise<void>
}

type Work = { readonly controller: AbortController; readonly done: Promise<void> }

/** Turns how a phase ended into the event that moves the plan. */
async function eventOf(deps: PlanDeps, outcome: PhaseOutcome, begun: Plan): Promise<ApplyEnd | null> {
  const plan = { ...begun, profile: profileNow({ deps, plan: begun }) }
  switch (outcome.kind) {
    case 'aborted':
      return null
    case 'failed':
      return { event: { type: 'failed', error: outcome.error }, change: {} }
    case 'paused':
      return {
        event: {
          type: 'paused',
          reason: outcome.reason,
          neverWaits: plan.profile.safety.neverWait,
          why: whyPaused(deps, plan, outcome),
        },
        change: {
          ...(outcome.finished === undefined
            ? {}
            : { finishedPhase: { phase: plan.phase, summary: outcome.finished } }),
          ...(outcome.drift === undefined ? {} : { drift: outcome.drift }),
        },
      }
    case 'reverted':
      return {
        event: { type: 'reverted' },
        change: {},
        also: () => revert(deps, plan, outcome.why, outcome.text),
      }
    case 'finished': {
      const opensAlone = nextOpensAlone(deps, plan)
      if (plan.phase === 'strategize')
        return { event: { type: 'phase_finished', opensAlone, hasChanges: true }, change: {} }
      const files = plan.readOnly ? [] : await keptChanges(deps, plan.id)
      const change = { filesModified: files.length, report: plan.readOnly ? outcome.summary : null }
      if (files.length > deps.limits.planChanges())
        return { event: { type: 'failed', error: tooManyChanges(files.length, deps.limits.planChanges()) }, change }
      return { event: { type: 'phase_finished', opensAlone, hasChanges: files.length > 0 }, change }
    }
  }
}

type Preparation = {
  /** Resolves once the working copies are there. */
  readonly opened: Promise<unknown>
  readonly done: Promise<unknown>
}

/**
 * Makes the working copies while Strategize reads, so that Execute finds them ready, and then looks at them once: git takes
 * files for unread that are as young as its index, and would read all of them before the first write.
 */
function createPreparations(deps: PlanDeps) {
  const preparing = new Map<string, Preparation>()
  const prepare = (plan: Plan): void => {
    const failed = (error: unknown) => deps.log.warn('sandbox.prepare_failed', { plan: plan.id, reason: String(error) })
    const opening = openSandboxes(deps, plan)
    const preparation = {
      opened: opening.catch(failed),
      // What fails comes up again where it matters.
      done: opening.then(() => deps.sandboxes.presentTrees(plan.id)).catch(() => undefined),
    }
    preparing.set(plan.id, preparation)
    void preparation.done.finally(() => {
      if (preparing.get(plan.id) === preparation) preparing.delete(plan.id)
    })
  }
  return { preparing, prepare }
}

/** Runs a phase; where it did not come to its end, what it has changed until then is counted. */
async function runCounted(deps: PlanDeps, plan: Plan, phase: WorkPhase, signal: AbortSignal): Promise<PhaseOutcome> {
  const outcome = await runPhase(deps, plan, phase, signal)
  if (outcome.kind !== 'finished') await countFiles(deps, plan.id)
  return outcome
}

/** Moves a plan by how its phase ended, with what belongs to it in the same transaction. */
function endStep(deps: PlanDeps, plan: Plan, end: ApplyEnd): Moved {
  return deps.db.transaction(() => {
    end.also?.()
    return movePlan(deps, plan, end.event, end.change)
  })
}

/** The event where it ends the plan, which then loses its sandbox first. */
function endingBy(plan: Plan, event: PlanEvent): EndingEvent | null {
  const result = transition(plan, event)
  const ends = result.kind === 'moved' && result.effects.includes('discard_sandbox')
  return ends && (event.type === 'phase_finished' || event.type === 'applied') ? event : null
}

/** One phase of a plan after another, each from its claim to the standing that it leads to. */
function createSteps(
  deps: PlanDeps,
  { preparing, prepare }: ReturnType<typeof createPreparations>,
  claimed: (planId: string) => void,
) {
  const discard = async (planId: string): Promise<void> => {
    await preparing.get(planId)?.done
    await removeTraces(deps, planId)
  }
  const run = (plan: Plan, signal: AbortSignal): Promise<ApplyEnd | null> =>
    plan.phase === 'apply'
      ? runApply(deps, plan, signal)
      : runCounted(deps, plan, plan.phase, signal).then((outcome) => eventOf(deps, outcome, plan))

  /** Answers whether the next phase follows at once. */
  const step = async (planId: string, signal: AbortSignal): Promise<boolean> => {
    const queued = deps.plans.byId(planId)
    if (!queued || queued.state !== 'queued' || deps.plans.ending(planId)) return false
    deps.reserve.refill()
    const { plan } = movePlan(deps, queued, { type: 'claimed' })
    claimed(planId)
    if (plan.phase === 'strategize' && !plan.readOnly) prepare(plan)
    await (plan.phase === 'execute' ? preparing.get(planId)?.opened : undefined)
    const end = await run(plan, signal)
    // What an apply did has happened, whoever wants the core to end meanwhile; it is recorded in any case.
    if (!end || (signal.aborted && plan.phase !== 'apply')) return false
    const now = deps.plans.byId(planId)
    // Somebody stopped or cancelled it in the same moment: their standing holds, this result does not.
    if (!now || now.state !== 'processing' || now.phase !== plan.phase) return false
    const last = endingBy(now, end.event)
    if (!last) {
      const moved = endStep(deps, now, end)
      return moved.effects.includes('run') || reviseRefused(deps, moved.plan)
    }
    beginEnding(deps, now, last, end.change)
    await discard(planId)
    completeEnding(deps, planId)
    return false
  }
  return { step, discard }
}

/** Works queued plans off, several at a time, each in its own sandbox. */
export function createRunner(deps: PlanDeps): Runner {
  const queue = new PQueue({ concurrency: deps.limits.concurrency() })
  const working = new Map<string, Work>()
  const ends = new Set<Promise<void>>()
  const { preparing, prepare } = createPreparations(deps)
  let closing = false

  const failures = createFailures(deps)
  const { step, discard } = createSteps(deps, { preparing, prepare }, failures.clear)

  const start = (planId: string, phase: Phase): void => {
    if (closing || working.has(planId) || deps.plans.ending(planId)) return
    const controller = new AbortController()
    let begun = false
    const run = async () => {
      begun = true
      try {
        while (!controller.signal.aborted && (await step(planId, controller.signal)));
      } catch (error) {
        failures.fail(planId, error)
      }
    }
    queue.concurrency = deps.limits.concurrency()
    // Apply is short, and a person waits for it: it takes no place of those who work for long.
    const place = phase === 'apply' ? run() : queue.add(run)
    // Who is stopped before a place was free need not wait for one.
    const left = new Promise<void>((leave) =>
      controller.signal.addEventListener('abort', () => !begun && leave(), { once: true }),
    )
    const done = Promise.race([place, left]).finally(() => {
      working.delete(planId)
      // A command may have queued it again after the last look.
      const now = deps.plans.byId(planId)
      if (now?.state !== 'queued') return
      if (deps.unrecorded.has(planId)) setTimeout(() => start(planId, now.phase), againMs).unref()
      else start(planId, now.phase)
    })
    working.set(planId, { controller, done })
  }

  const settled = async (planId: string): Promise<void> => {
    await working.get(planId)?.done
    await preparing.get(planId)?.done
  }

  const effects: Readonly<Record<Effect, (plan: Plan) => Promise<void>>> = {
    run: async (plan) => start(plan.id, plan.phase),
    abort: async (plan) => {
      working.get(plan.id)?.controller.abort()
      await settled(plan.id)
    },
    discard_sandbox: (plan) => discard(plan.id),
  }

  return {
    async perform(moved) {
      for (const effect of moved.effects) await effects[effect](moved.plan)
    },
    settled,
    async end(planId) {
      working.get(planId)?.controller.abort()
      const ending = settled(planId).then(() => discard(planId))
      ends.add(ending)
      await ending.finally(() => ends.delete(ending))
    },
    busy: () => working.size > 0 || preparing.size > 0 || ends.size > 0,
    async close() {
      closing = true
      failures.close()
      for (const { controller } of working.values()) controller.abort()
      await Promise.all([...working.keys(), ...preparing.keys()].map(settled))
      await Promise.all(ends)
    },
  }
}
