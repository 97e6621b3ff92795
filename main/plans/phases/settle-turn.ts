import type { ToolCall } from '../../models'
import type { PauseReason } from '../domain/transition'
import type { StoredCall } from '../conversation'
import { isGuardKey } from '../domain/guard'
import { answerText, finishName, readDecisionArguments, readSummary, supersededText } from './control-tools'
import { unansweredAt } from './escalate'
import { describeCall } from './describe-call'
import { runTool } from './run-tool'
import { noteContext, recordDecision, type Session } from './session'
import { checkpointOnError } from './take-checkpoints'

const allowIt = 'Allow it'

type CallResult = { readonly callId: string; readonly content: string; readonly isError: boolean }

export type Settled =
  | { readonly kind: 'waiting'; readonly reason: PauseReason; readonly why?: string }
  | {
      readonly kind: 'settled'
      readonly results: readonly CallResult[]
      /** The summary where the phase was finished; null where it goes on. */
      readonly finished: string | null
      readonly pause: PauseReason | null
    }

type Step =
  | { readonly result: CallResult; readonly finished?: string; readonly pause?: PauseReason | null }
  | Extract<Settled, { readonly kind: 'waiting' }>

/** A decision of the actor waits. */
const awaited = { kind: 'waiting', reason: 'low_confidence' } as const

const ok = (call: ToolCall, content: string): CallResult => ({ callId: call.id, content, isError: false })
const fault = (call: ToolCall, content: string): CallResult => ({ callId: call.id, content, isError: true })

function settleDecision(session: Session, turnSeq: number, call: ToolCall): Step {
  const { deps, plan } = session
  // A call may have been recorded before a pause or a crash: the decision that carries its id answers it. Servers may
  // give an id again in a later turn, so the turn is part of it.
  const callId = `${turnSeq}:${call.id}`
  const earlier = deps.decisions
    .ofPlan(plan.id)
    .find((decision) => decision.callId === callId && decision.phase === session.phase)
  if (earlier) {
    if (earlier.supersededAt !== null) return { result: ok(call, supersededText(earlier)) }
    return earlier.standing === 'waiting' ? awaited : { result: ok(call, answerText(earlier)) }
  }
  const given = readDecisionArguments(call.arguments)
  if ('fault' in given) return { result: fault(call, given.fault) }
  const { influenced_by: influencedBy, paths, ...rest } = given
  const decision = recordDecision(session, {
    ...rest,
    callId,
    ...(influencedBy ? { influencedBy } : {}),
    ...(paths ? { artifacts: paths } : {}),
  })
  return decision.standing === 'waiting' ? awaited : { result: ok(call, answerText(decision)) }
}

async function interruptedText(session: Session): Promise<string> {
  const files = await session.deps.sandboxes.changes(session.plan.id, { patches: false })
  const list = files.map((file) => `${file.status} ${file.path}`).join('\n') || 'no changes'
  return `Interrupted: this was ended while it ran, so its result is unknown. The sandbox against its base now shows:\n${list}`
}

async function settleTool(
  session: Session,
  turnSeq: number,
  call: ToolCall,
  nth: number,
  before: StoredCall | undefined,
): Promise<Step> {
  const { deps, plan, phase, toolbox } = session
  if (before?.ended) return { result: { callId: call.id, content: before.result ?? '', isError: before.isError } }
  if (before && !toolbox.isRead(call.name)) {
    // What it had done by half is the plan's own, as a later rollback has to know.
    await checkpointOnError(session, `what ${call.name} left as it was interrupted`)
    const content = await interruptedText(session)
    deps.conversation.end(plan.id, phase, turnSeq, call.id, content, true)
    deps.activity.add(plan.id, {
      phase,
      kind: 'notice',
      title: `${call.name} was interrupted; the actor is told, with what the sandbox shows`,
      body: content,
    })
    return { result: fault(call, content) }
  }
  const request = { callId: call.id, turnSeq, name: call.name, args: call.arguments, nth }
  const ran = await runTool(session, request)
  if (ran.kind === 'waiting') return ran
  if (ran.kind === 'refused') return { result: fault(call, ran.text) }
  const { result, pause } = ran
  noteContext(session, 'tool', result.title, result.content)
  return { result: { callId: call.id, content: result.content, isError: result.isError }, pause }
}

/** Paths that a call of a writing tool would change, as it names them. */
function pathsOf(args: unknown): readonly string[] {
  const given = typeof args === 'object' && args !== null ? (args as Record<string, unknown>) : {}
  return [given['path'], given['from'], given['to']].flatMap((path) =>
    typeof path === 'string' ? [path.replace(/^(?:\.?\/)+/, '')] : [],
  )
}

/** Asks a person before a write where a rule keeps its path for one; null where the write may go on. */
function askFirst(session: Session, turnSeq: number, call: ToolCall): Step | null {
  const { deps, plan, phase } = session
  if (phase !== 'execute' || !session.toolbox.writes(call.name)) return null
  const callId = `${turnSeq}:${call.id}`
  const earlier = deps.decisions
    .ofPlan(plan.id)
    .find((one) => one.callId === callId && one.phase === phase && !isGuardKey(one.key))
  if (earlier?.standing === 'waiting' && earlier.supersededAt === null) return awaited
  if (earlier && earlier.supersededAt !== null) return { result: fault(call, supersededText(earlier)) }
  if (earlier) return earlier.chosen === allowIt ? null : { result: fault(call, 'A person did not allow this change.') }
  const open = unansweredAt(deps, plan, pathsOf(call.arguments))
  if (!open) return null
  recordDecision(session, {
    callId,
    question: describeCall(call.name, call.arguments),
    chosen: allowIt,
    alternatives: [allowIt, 'Leave it as it is'],
    confidence: 1,
    rationale: `This change lies where a person is asked first: ${open.rule.text}`,
    artifacts: open.paths,
    escalatedBy: open.rule.id,
  })
  return awaited
}

async function settleCall(
  session: Session,
  turnSeq: number,
  call: ToolCall,
  nth: number,
  before: StoredCall | undefined,
): Promise<Step> {
  if (call.invalid) return { result: fault(call, call.invalid) }
  if (call.name === 'record_decision') return settleDecision(session, turnSeq, call)
  if (call.name === finishName[session.phase])
    return { result: ok(call, 'finished'), finished: readSummary(call.arguments) }
  return (before ? null : askFirst(session, turnSeq, call)) ?? settleTool(session, turnSeq, call, nth, before)
}

/** Splits calls into runs: neighbouring reads go together, everything else alone, in the order given. */
function inRuns(session: Session, calls: readonly ToolCall[]): readonly (readonly ToolCall[])[] {
  const most = session.deps.limits.parallelReads()
  const runs: ToolCall[][] = []
  for (const call of calls) {
    const last = runs.at(-1)
    const joins =
      last && last.length < most && [...last, call].every((one) => !one.invalid && session.toolbox.isRead(one.name))
    if (joins) last.push(call)
    else runs.push([call])
  }
  return runs
}

/** Which tool call of its turn a call is, from 1; what steers the phase is none. */
function nthTool(session: Session, calls: readonly ToolCall[], call: ToolCall): number {
  const steers = (name: string) => name === 'record_decision' || name === finishName[session.phase]
  return calls.filter((one) => !one.invalid && !steers(one.name)).indexOf(call) + 1
}

/**
 * Gives every call of a model's turn its result. What was recorded before a restart is used again; a decision that
 * waits for a person ends it early, and the calls behind it are run once that is answered.
 */
export async function settleTurn(session: Session, turnSeq: number, calls: readonly ToolCall[]): Promise<Settled> {
  const { deps, plan, phase } = session
  const stored = new Map(deps.conversation.calls(plan.id, phase, turnSeq).map((call) => [call.callId, call]))
  const results: CallResult[] = []
  let finished: string | null = null
  let pause: PauseReason | null = null
  for (const run of inRuns(session, calls)) {
    const steps = await Promise.all(
      run.map((call) => settleCall(session, turnSeq, call, nthTool(session, calls, call), stored.get(call.id))),
    )
    for (const step of steps) {
      if ('kind' in step) return step
      results.push(step.result)
      finished = step.finished ?? finished
      pause = step.pause ?? pause
    }
  }
  return { kind: 'settled', results, finished, pause }
}
