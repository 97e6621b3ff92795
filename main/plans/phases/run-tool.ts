import type { ToolResult } from '../../tools'
import { commandMark } from '../command-mark'
import type { PauseReason } from '../domain/transition'
import { driftSentence } from '../domain/drift'
import { checkBeforeStep, checkSources, nameCall } from './check-sources'
import { describeCall } from './describe-call'
import { guardCall, type CallToGuard, type GuardAnswer } from './guard-call'
import { sayLinksOut } from './say-links'
import { recordInvocation, type Session } from './session'
import { checkpointAfter, checkpointBefore } from './take-checkpoints'

export type ToolRun =
  | { readonly kind: 'ran'; readonly result: ToolResult; readonly pause: PauseReason | null }
  | Exclude<GuardAnswer, { readonly kind: 'run' }>

export type ToolRequest = CallToGuard

/**
 * Runs one tool of an actor where the guards let it: notes its start before and its result after, so that a crash between the two is seen; takes
 * the checkpoints around changes; records changes and commands as decisions.
 */
export async function runTool(session: Session, request: ToolRequest): Promise<ToolRun> {
  const { deps, plan, phase, toolbox, signal } = session
  const { callId, turnSeq, name } = request
  const isCommand = name === 'run_command'
  nameCall(session, name, request.args)
  const drifted = await checkBeforeStep(session, isCommand)
  if (drifted) return { kind: 'waiting', reason: drifted, why: driftSentence(session.drift) }
  const guard = guardCall(session, request)
  if (guard.kind !== 'run') return guard
  const changing = toolbox.writes(name)
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
  if (isCommand) await sayLinksOut(session)
  if (changing && phase === 'execute') await checkpointBefore(session, request)
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
