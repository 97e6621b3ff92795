import { createHash } from 'node:crypto'
import type { BuiltinActor, PhaseContext, PhaseOutcome as ActorOutcome } from '../../builtin-actors'
import type { ToolResult } from '../../tools'
import { builtinTurn } from '../command-mark'
import type { PauseReason } from '../domain/transition'
import { PhasePause, planError, type PhaseOutcome } from './outcome'
import { resetInterrupted } from './reset-interrupted'
import { runTool } from './run-tool'
import { noteContext, recordDecision, type Session } from './session'

type Decided = Awaited<ReturnType<PhaseContext['decide']>>

function decide(session: Session, input: Parameters<PhaseContext['decide']>[0]): Decided {
  const { deps, plan, phase } = session
  // A run after a pause or a crash finds what was decided before under the same key.
  const earlier = deps.decisions
    .live(plan.id)
    .find((decision) => decision.key === input.key && decision.phase === phase)
  const decision = earlier ?? recordDecision(session, input)
  return decision.standing === 'waiting'
    ? { waiting: true }
    : { waiting: false, chosen: decision.chosen, id: decision.id }
}

const prefixOf = (plan: Session['plan'], key: string): string => `${plan.attempt}:${key}:`

/** What came of a call in this attempt before it was interrupted, unless that was rolled back; null where it is to be run. */
function doneBefore(session: Session, key: string): ToolResult | null {
  const { deps, plan, phase } = session
  const place = `${builtinTurn}:`
  const prefix = `${place}${prefixOf(plan, key)}`
  const decision = deps.decisions
    .live(plan.id)
    .findLast((one) => one.type === 'tool_invocation' && (one.callId?.startsWith(prefix) ?? false))
  const call = deps.conversation
    .calls(plan.id, phase, builtinTurn)
    .find(({ callId }) => decision?.callId === `${place}${callId}`)
  if (!decision || !call?.ended || call.isError) return null
  return { content: call.result ?? '', isError: false, changed: [], title: decision.chosen }
}

function contextFor(session: Session, paused: (reason: PauseReason) => void): PhaseContext {
  const { deps, plan, phase } = session
  let calls = 0
  return {
    args: plan.args,
    definitionOfDone: plan.action.definitionOfDone,
    resources: session.resources,
    signal: session.signal,
    decide: async (input) => decide(session, input),
    decided: () =>
      deps.decisions
        .live(plan.id)
        .filter(
          (decision) => decision.phase === 'strategize' && decision.key !== null && decision.standing !== 'waiting',
        )
        .map((decision) => ({ key: decision.key!, chosen: decision.chosen, id: decision.id })),
    tool: async (name, args, key) => {
      const done = key === undefined ? null : doneBefore(session, key)
      if (done) return done
      const callId = `${key === undefined ? '' : prefixOf(plan, key)}${deps.newId()}`
      // A run after a pause makes the same call again, which a person may have answered meanwhile.
      const guardId = createHash('sha256')
        .update(JSON.stringify([name, args]))
        .digest('hex')
        .slice(0, 16)
      const ran = await runTool(session, { callId, guardId, turnSeq: builtinTurn, name, args, nth: ++calls })
      if (ran.kind === 'waiting') throw new PhasePause(ran.reason, ran.why)
      if (ran.kind === 'refused')
        return { content: ran.text, isError: true, changed: [], title: `${name}: ${ran.text}` }
      if (ran.pause) paused(ran.pause)
      return ran.result
    },
    progress: (title, done, total) => {
      const count = done === undefined ? '' : total === undefined ? ` ${done}` : ` ${done} of ${total}`
      deps.activity.add(plan.id, { phase, kind: 'notice', title: `${title}${count}` })
    },
  }
}

/** Runs a phase with a built-in actor, which needs no model, through the same decisions, tools and checkpoints. */
export async function runBuiltinPhase(session: Session, actor: BuiltinActor): Promise<PhaseOutcome> {
  const { deps, plan, phase } = session
  let pause: PauseReason | null = null
  noteContext(session, 'args', 'arguments', JSON.stringify(plan.args))
  const pending = deps.guidance.pending(plan.id)
  if (pending.length > 0) {
    deps.guidance.markApplied(plan.id, deps.clock())
    deps.activity.add(plan.id, {
      phase,
      kind: 'notice',
      title: 'A built-in actor follows its arguments; guidance is kept but cannot change what it does',
    })
  }
  await resetInterrupted(session, builtinTurn)
  const outcome: ActorOutcome = await actor[phase](contextFor(session, (reason) => (pause = reason)))
  switch (outcome.kind) {
    case 'finished':
      return pause ? { kind: 'paused', reason: pause } : { kind: 'finished', summary: outcome.summary }
    case 'paused':
      return { kind: 'paused', reason: 'low_confidence' }
    case 'failed': {
      const { code, message, hint, raw } = outcome
      return { kind: 'failed', error: planError(code, message, { hint, raw: raw ?? null }) }
    }
  }
}
