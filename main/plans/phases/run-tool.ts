import type { BaseState } from '../../sandboxes'
import type { ToolResult } from '../../tools'
import { commandMark } from '../command-mark'
import type { PauseReason } from '../domain/transition'
import { describeCall } from './describe-call'
import { guardCall, type CallToGuard, type GuardAnswer } from './guard-call'
import { recordInvocation, type Session } from './session'
import { checkpointAfter, checkpointBefore } from './take-checkpoints'

export type ToolRun =
  | { readonly kind: 'ran'; readonly result: ToolResult; readonly pause: PauseReason | null }
  | Exclude<GuardAnswer, { readonly kind: 'run' }>

export type ToolRequest = CallToGuard

/** Compares the sources with their record; what changed is told, and pauses the plan where a command of ours may have done it. */
export async function checkSources(session: Session, duringCommand: boolean): Promise<PauseReason | null> {
  const { deps, plan, phase, seen } = session
  let changed = false
  for (const resource of deps.plans.resources(plan.id)) {
    if (resource.readOnly) continue
    const { resourceId, name, path } = resource
    // Written by the sandbox slice when the plan was made.
    const base = resource.base as BaseState
    const source = { strategy: base.strategy, resourceId, name, path, branch: base.branch }
    const drift = await deps.sandboxes.compareSource(source, seen.get(resourceId) ?? base.fingerprint)
    if (!drift) continue
    changed = true
    seen.set(resourceId, drift.now)
    const what = drift.head ? 'its HEAD moved' : drift.paths.slice(0, 5).join(', ') || 'its index changed'
    const title = `The source of ${name} changed meanwhile: ${what}`
    deps.activity.add(plan.id, { phase, kind: 'notice', title, body: drift.paths.join('\n') })
  }
  return changed && duringCommand ? 'source_changed' : null
}

/**
 * Runs one tool of an actor where the guards let it: notes its start before and its result after, so that a crash between the two is seen; takes
 * the checkpoints around changes; records changes and commands as decisions.
 */
export async function runTool(session: Session, request: ToolRequest): Promise<ToolRun> {
  const { deps, plan, phase, toolbox, signal } = session
  const { callId, turnSeq, name } = request
  const guard = guardCall(session, request)
  if (guard.kind !== 'run') return guard
  const changing = toolbox.writes(name)
  const isCommand = name === 'run_command'
  deps.conversation.begin(plan.id, phase, turnSeq, callId, name)
  const started = deps.clock()
  deps.activity.add(plan.id, {
    phase,
    kind: 'tool_call',
    title: describeCall(name, request.args),
    body: argsText(session, request.args),
    tool: name,
    callId,
  })
  if (changing && phase === 'execute') await checkpointBefore(session, request)
  if (isCommand) await checkSources(session, false)
  const result = await toolbox.run(name, request.args, {
    signal,
    onOutput: (text) => deps.activity.delta(plan.id, 'output', deps.redact(text)),
    mark: commandMark({ planId: plan.id, phase, turnSeq, callId }),
    onSpawn: (pid) => deps.conversation.running(plan.id, phase, turnSeq, callId, pid, deps.processStart(pid)),
  })
  signal.throwIfAborted()
  const content = deps.redact(result.content)
  if (changing && (result.changed.length > 0 || isCommand)) {
    const paths = result.changed.flatMap((change) => (change.paths === 'all' ? [] : change.paths))
    const decision = recordInvocation(session, name, result, paths, `${turnSeq}:${callId}`)
    await checkpointAfter(session, request, result, decision.id)
    session.files.changed()
  }
  const pause = isCommand ? await checkSources(session, true) : null
  deps.conversation.end(plan.id, phase, turnSeq, callId, content, result.isError)
  const durationMs = deps.clock() - started
  deps.activity.add(plan.id, {
    phase,
    kind: 'tool_result',
    title: result.title,
    body: content,
    tool: name,
    callId,
    ok: !result.isError,
    durationMs,
  })
  return { kind: 'ran', result: { ...result, content }, pause }
}

function argsText(session: Session, args: unknown): string {
  return session.deps.redact(JSON.stringify(args, null, 1) ?? '')
}
