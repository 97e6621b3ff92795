import { createHash } from 'node:crypto'
import type { BuiltinActor, PhaseContext, PhaseOutcome as ActorOutcome } from '../../builtin-actors'
import type { PauseReason } from '../domain/transition'
import { PhasePause, planError, type PhaseOutcome } from './outcome'
import { runTool } from './run-tool'
import { noteContext, recordDecision, type Session } from './session'

/** Built-in actors hold no conversation; their tool calls are counted under this turn. */
const onlyTurn = 0

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
    tool: async (name, args) => {
      // A run after a pause makes the same call again, which a person may have answered meanwhile.
      const guardId = createHash('sha256')
        .update(JSON.stringify([name, args]))
        .digest('hex')
        .slice(0, 16)
      const ran = await runTool(session, { callId: deps.newId(), guardId, turnSeq: onlyTurn, name, args, nth: ++calls })
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
