import type { ActorRole } from '@shared/model/plan'
import { plural } from '@shared/model/plural'
import type { ResolvedActor } from '../../actors'
import type { BaseState, Sandbox } from '../../sandboxes'
import type { Turn } from '../../models'
import type { ToolResource } from '../../tools'
import { createFileCounter } from '../count-files'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'
import type { PlanResource } from '../repository'
import { errorFrom, PhasePause, planError, type PhaseOutcome } from './outcome'
import {
  checkBeforeStep,
  checkSources,
  closeSources,
  nameCall,
  nameChanged,
  takeAsSeen,
  watchSources,
} from './check-sources'
import { runBuiltinPhase } from './run-builtin-phase'
import { gatePhaseEnd } from './gate-phase-end'
import { goOnWith, runModelPhase } from './run-model-phase'
import { putBack } from './run-validations'
import type { Session, WorkPhase } from './session'
import { checkpointOnError } from './take-checkpoints'

const roleOf: Readonly<Record<WorkPhase, ActorRole>> = { strategize: 'strategy', execute: 'execution' }

/** Opens, or finds again, the sandbox of every writable resource of a plan. */
export async function openSandboxes(deps: PlanDeps, plan: Plan, signal?: AbortSignal): Promise<readonly Sandbox[]> {
  const opened: Sandbox[] = []
  for (const resource of deps.plans.resources(plan.id)) {
    if (resource.readOnly) continue
    const base = resource.base as BaseState
    const { resourceId, name, path } = resource
    const source = { strategy: base.strategy, resourceId, name, path, branch: base.branch }
    opened.push(await deps.sandboxes.open(plan.id, source, base, signal))
  }
  return opened
}

function toolResource(plan: Plan, resource: PlanResource, sandbox: Sandbox | undefined): ToolResource {
  const { resourceId, name } = resource
  const base = resource.base as BaseState
  const copy = sandbox ? (base.subdir ? `${sandbox.path}/${base.subdir}` : sandbox.path) : null
  // A plan from before folders were recorded has no state of one to read from.
  const root = base.baseCommit === '' ? resource.path : copy
  return {
    resourceId,
    name,
    writable: !resource.readOnly && !plan.readOnly,
    repoRoot: base.repoRoot,
    commit: base.baseCommit,
    subdir: base.subdir,
    root,
  }
}

const shownUncovered = 20

/** Says before the first write what checkpoints and rollback will not hold (sandbox rule 6). */
async function sayUncovered(deps: PlanDeps, plan: Plan, sandbox: Sandbox): Promise<void> {
  if (deps.sandboxes.checkpoints(plan.id).length > 0) return
  const { ignored, leftInSource, nestedRepositories, submodules } = await deps.sandboxes.uncovered(sandbox)
  const missing = submodules
    .filter((submodule) => !submodule.fetched)
    .map((submodule) => `${submodule.path} (submodule, not fetched)`)
  const nested = nestedRepositories.map((path) => `${path} (a repository of its own)`)
  const all = [...nested, ...missing, ...ignored, ...leftInSource]
  if (all.length === 0) return
  const more = all.length > shownUncovered ? `\n… and ${all.length - shownUncovered} more` : ''
  const title = `Not covered by checkpoints of ${sandbox.name}: ${plural(all.length, 'ignored or separate path')}`
  deps.activity.add(plan.id, {
    phase: 'execute',
    kind: 'notice',
    title,
    body: all.slice(0, shownUncovered).join('\n') + more,
  })
}

/** Remembers the paths that the calls of earlier runs named. */
function nameEarlier(session: Session): void {
  for (const phase of ['strategize', 'execute'] as const)
    for (const { turn } of session.deps.conversation.turns<Turn>(session.plan.id, phase))
      if (turn.role === 'assistant') for (const call of turn.calls) nameCall(session, call.name, call.arguments)
}

/** With what others changed, where a plan waits because of that. */
const withDrift = (outcome: PhaseOutcome, { drift }: Session): PhaseOutcome =>
  outcome.kind === 'paused' && outcome.reason === 'source_changed' ? { ...outcome, drift: [...drift] } : outcome

async function openSession(deps: PlanDeps, plan: Plan, phase: WorkPhase, signal: AbortSignal): Promise<Session> {
  // Strategize reads the recorded commit, so it need not wait for the working copies.
  const sandboxes = phase === 'execute' ? await openSandboxes(deps, plan, signal) : []
  if (sandboxes.length > 0) await putBack(deps, plan, phase, 'An interrupted check')
  for (const sandbox of sandboxes) {
    await deps.sandboxes.verify(sandbox)
    await sayUncovered(deps, plan, sandbox)
    for (const notice of sandbox.notices) deps.activity.add(plan.id, { phase, kind: 'notice', title: notice })
  }
  const resources = deps.plans.resources(plan.id).map((resource) =>
    toolResource(
      plan,
      resource,
      sandboxes.find((sandbox) => sandbox.resourceId === resource.resourceId),
    ),
  )
  // Before the first checkpoint nothing of the plan's own was ever written.
  const hasWork = deps.sandboxes.checkpoints(plan.id).length > 0
  const changed = hasWork ? await deps.sandboxes.changes(plan.id, { patches: false }) : []
  const before = changed.map(({ resourceId, path }) => ({ resourceId, path, bytes: 0 }))
  const toolbox = deps.toolbox(resources, { phase, readOnly: plan.readOnly }, before)
  const files = createFileCounter(deps, plan.id)
  const seen = { seen: new Map(), drift: [], toldLinks: new Set<string>(), thinking: '', lastUsage: null, context: [] }
  const sources = watchSources(deps, plan)
  const session = { deps, plan, phase, signal, resources, sandboxes, toolbox, files, sources, ...seen }
  nameEarlier(session)
  nameChanged(session, before)
  return session
}

function actorOf({ deps, plan, phase }: Session): ResolvedActor {
  const role = roleOf[phase]
  return deps.resolveActor(plan.action.actors[role] ?? null, role)
}

/** Runs the actor, unless it has finished this phase and only checks held it back. */
async function dispatch(session: Session, actor: ResolvedActor): Promise<PhaseOutcome> {
  const { deps, plan, phase } = session
  const done = plan.finishedPhase
  if (done?.phase === phase && deps.guidance.pending(plan.id).length === 0)
    return { kind: 'finished', summary: done.summary }
  if (actor.kind === 'llm') return runModelPhase(session, actor)
  const builtin = deps.builtinActors[actor.name]
  if (builtin) return runBuiltinPhase(session, builtin)
  return {
    kind: 'failed',
    error: planError('actor.unknown', `There is no built-in actor ${actor.name}.`, { recoverable: false }),
  }
}

/** Runs Strategize or Execute of a claimed plan to its end, its pause or its failure; never rejects. */
export async function runPhase(
  deps: PlanDeps,
  plan: Plan,
  phase: WorkPhase,
  signal: AbortSignal,
): Promise<PhaseOutcome> {
  let session: Session | undefined
  try {
    session = await openSession(deps, plan, phase, signal)
    if (plan.drift !== null || deps.sandboxes.checkpoints(plan.id).length > 0) await takeAsSeen(session)
    const actor = actorOf(session)
    let outcome = await dispatch(session, actor)
    while (outcome.kind === 'finished') {
      const drifted = await checkBeforeStep(session, false)
      if (drifted) outcome = { kind: 'paused', reason: drifted, finished: outcome.summary }
      if (outcome.kind !== 'finished') break
      const gate = await gatePhaseEnd(session, outcome.summary, actor.kind === 'llm')
      if (gate.kind === 'passed') break
      if (gate.kind !== 'fix') outcome = gate
      else if (actor.kind === 'llm') outcome = await goOnWith(session, actor, gate.text)
    }
    if (outcome.kind === 'failed') await checkpointOnError(session, 'on error')
    await checkSources(session, false)
    return withDrift(outcome, session)
  } catch (thrown) {
    const rests = thrown instanceof PhasePause
    if (session && !rests) await checkpointOnError(session, signal.aborted ? 'when it was stopped' : 'on error')
    if (signal.aborted) return { kind: 'aborted' }
    if (thrown instanceof PhasePause) {
      const outcome = { kind: 'paused', reason: thrown.reason, why: thrown.why } as const
      return session ? withDrift(outcome, session) : outcome
    }
    deps.log.error('phase.failed', thrown, { plan: plan.id, phase })
    return { kind: 'failed', error: errorFrom(thrown, deps.reserve.isFull) }
  } finally {
    session?.toolbox.dispose()
    if (session) closeSources(session)
    await session?.files.settled()
  }
}
