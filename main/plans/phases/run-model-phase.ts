import { plural } from '@shared/model/plural'
import type { ResolvedActor } from '../../actors'
import { systemPromptOf } from '../../actors'
import type { RedactedStream } from '../../platform/redact'
import type { Delta, ModelAnswer, RetryInfo, ToolSpec, Turn } from '../../models'
import type { Held } from '../domain/budget'
import { isGuardKey } from '../domain/guard'
import { askModel, holdForBudget } from './ask-model'
import { controlTools, finishName, readSummary } from './control-tools'
import { planError, type PhaseOutcome } from './outcome'
import { recentTurns } from './recent-turns'
import { firstMessage, goOn, guidanceMessage, strategyLines, systemText } from './prompts'
import { noteContext, type Session } from './session'
import { settleTurn } from './settle-turn'

type LlmActor = Extract<ResolvedActor, { kind: 'llm' }>
type StoredTurn = { readonly seq: number; readonly turn: Turn }

function systemOf(session: Session, actor: LlmActor): string {
  const { plan, phase, resources } = session
  const context = {
    project_name: plan.projects.map((project) => project.name).join(', '),
    resources: resources.map((resource) => resource.name),
    args: plan.args,
    phase,
    ...plan.args,
  }
  const own = systemPromptOf(actor, context)
  return session.deps.redact(systemText(phase, plan, own))
}

function append(session: Session, turn: Turn): StoredTurn {
  const { deps, plan, phase } = session
  return { seq: deps.conversation.append(plan.id, phase, turn), turn }
}

/** Tells an actor that carried out an earlier strategy what it was revised to, once. */
function tellRevision(session: Session, stored: StoredTurn[]): void {
  const { deps, plan } = session
  const live = deps.decisions.live(plan.id)
  const reversion = live.findLast((decision) => decision.type === 'reversion')
  const last = stored.at(-1)?.turn
  if (!reversion || (last?.role === 'assistant' && last.calls.length > 0)) return
  if (stored.some(({ turn }) => turn.role === 'user' && turn.text.includes(reversion.id))) return
  const text = `The strategy was revised (${reversion.id}); your work so far is still there.\n\n${strategyLines(live)}`
  stored.push(append(session, { role: 'user', text: deps.redact(text) }))
}

/** The conversation so far, begun with the first message where there is none. */
function beginConversation(session: Session): StoredTurn[] {
  const { deps, plan, phase } = session
  const stored = [...deps.conversation.turns<Turn>(plan.id, phase)]
  if (stored.length === 0) {
    const text = deps.redact(
      firstMessage(phase, plan, session.resources, deps.decisions.live(plan.id), deps.invariants.ofPlan(plan.id)),
    )
    stored.push(append(session, { role: 'user', text }))
  } else if (phase === 'execute') tellRevision(session, stored)
  for (const { turn } of stored) if (turn.role === 'user') noteContext(session, 'message', 'user', turn.text)
  return stored
}

/** Takes up what a person said since the last step, in the transaction that marks it as applied. */
function takeGuidance(session: Session, turns: StoredTurn[]): void {
  const { deps, plan, phase } = session
  const pending = deps.guidance.pending(plan.id)
  if (pending.length === 0) return
  const text = deps.redact(guidanceMessage(pending.map((item) => item.text)))
  deps.db.transaction(() => {
    turns.push(append(session, { role: 'user', text }))
    deps.guidance.markApplied(plan.id, deps.clock())
    // A correction of what was said cuts the history here.
    const seq = turns.at(-1)?.seq ?? 0
    for (const { decisionId } of pending) deps.decisions.setCall(decisionId, `${seq}:`)
  })
  noteContext(session, 'guidance', 'user', text)
  deps.activity.add(plan.id, { phase, kind: 'guidance', title: 'Guidance applied', body: text })
}

/** Guidance that came during the last step keeps a phase from ending before it was taken up. */
function isGuided({ deps, plan }: Session): boolean {
  return deps.guidance.pending(plan.id).length > 0
}

/** The summary of a finish that was recorded, where the application ended before the plan was told; null where none was. */
function finishRecorded(phase: Session['phase'], turns: readonly StoredTurn[]): string | null {
  const [asked, answered] = turns.slice(-2).map(({ turn }) => turn)
  if (asked?.role !== 'assistant' || answered?.role !== 'results') return null
  const call = asked.calls.find((one) => one.name === finishName[phase] && !one.invalid)
  return call ? readSummary(call.arguments) : null
}

/** Tells followers what a model writes, masked across the pieces in which it comes. */
function relayMasked({ deps, plan }: Session) {
  const streams = new Map<Delta['kind'], RedactedStream>()
  const tell = (kind: Delta['kind'], text: string): void => {
    if (text !== '') deps.activity.delta(plan.id, kind, text)
  }
  return {
    add({ kind, text }: Delta): void {
      const stream = streams.get(kind) ?? deps.redactStream()
      streams.set(kind, stream)
      tell(kind, stream.push(text))
    },
    /** An answer that begins anew makes what came before void. */
    forget: () => streams.clear(),
    end: () => streams.forEach((stream, kind) => tell(kind, stream.end())),
  }
}

async function ask(
  session: Session,
  actor: LlmActor,
  system: string,
  tools: readonly ToolSpec[],
  turns: readonly StoredTurn[],
): Promise<{ readonly answer: ModelAnswer; readonly stored: StoredTurn; readonly short: Held | null }> {
  const { deps, plan, phase } = session
  const relay = relayMasked(session)
  const request = {
    model: actor.model,
    system,
    turns: recentTurns(
      turns.map((stored) => stored.turn),
      actor.maxHistory,
    ),
    tools,
    ...(actor.temperature === undefined ? {} : { temperature: actor.temperature }),
    ...(actor.maxOutputTokens === undefined ? {} : { maxOutputTokens: actor.maxOutputTokens }),
    onDelta: relay.add,
    onRetry: (info: RetryInfo) => {
      relay.forget()
      deps.activity.add(plan.id, {
        phase,
        kind: 'retry',
        title: `Retry ${info.attempt} in ${Math.round(info.waitMs / 1000)} s: ${info.why}`,
      })
    },
  }
  const asked = await askModel(session, request, (answer) => append(session, turnOf(session, answer)))
  relay.end()
  tellAnswer(session, asked.answer)
  return asked
}

function turnOf({ deps }: Session, answer: ModelAnswer): Turn {
  return {
    role: 'assistant',
    text: deps.redact(answer.text),
    calls: answer.calls,
    ...(answer.providerState === undefined ? {} : { providerState: answer.providerState }),
  }
}

function tellAnswer({ deps, plan, phase }: Session, answer: ModelAnswer): void {
  const text = deps.redact(answer.text)
  if (answer.reasoning)
    deps.activity.add(plan.id, { phase, kind: 'reasoning', title: 'Reasoning', body: deps.redact(answer.reasoning) })
  if (text) deps.activity.add(plan.id, { phase, kind: 'text', title: text.split('\n')[0] ?? '', body: text })
}

/** An answer without a call ends the phase: well where it has decided something, as an error with the raw answer where not. */
function withoutCalls(session: Session, answer: ModelAnswer, step: number): PhaseOutcome {
  const { deps, plan, phase } = session
  const decided = deps.decisions
    .live(plan.id)
    .some(
      (decision) =>
        decision.phase === phase &&
        decision.answeredBy !== null &&
        decision.type !== 'prompt_definition' &&
        decision.type !== 'invariant_enforced' &&
        decision.type !== 'user_intervention' &&
        !isGuardKey(decision.key),
    )
  if (decided && answer.stop === 'end') return { kind: 'finished', summary: answer.text }
  const why =
    answer.stop === 'length' ? 'was cut off at its length limit' : 'answered without a decision and without finishing'
  const error = planError('model.no_decision', `The model ${why}; its raw answer is kept.`, {
    hint: 'Give it guidance, try again, or use another model.',
    step,
    raw: deps.redact(answer.raw),
  })
  return { kind: 'failed', error }
}

const whyOf = ({ why }: { readonly why?: string }) => (why === undefined ? {} : { why })

/** Tells a model that has finished what does not pass, and lets it go on. */
export function goOnWith(session: Session, actor: LlmActor, text: string): Promise<PhaseOutcome> {
  append(session, { role: 'user', text: session.deps.redact(text) })
  return runModelPhase(session, actor)
}

/**
 * Runs a phase with a model: asks, runs the tools it calls, tells it the results, until it finishes or the plan must
 * wait. Every turn is stored before the next begins, so that a restart goes on after the last recorded step.
 */
export async function runModelPhase(session: Session, actor: LlmActor): Promise<PhaseOutcome> {
  const { deps, phase, signal, toolbox } = session
  const system = systemOf(session, actor)
  noteContext(session, 'system', actor.name, system)
  const tools = [...toolbox.specs, ...controlTools(phase)] as readonly ToolSpec[]
  const turns = beginConversation(session)
  const finished = finishRecorded(phase, turns)
  if (finished !== null && !isGuided(session)) return { kind: 'finished', summary: finished }
  for (let step = turns.filter(({ turn }) => turn.role === 'assistant').length; ;) {
    signal.throwIfAborted()
    const last = turns.at(-1)
    if (last?.turn.role === 'assistant' && last.turn.calls.length > 0) {
      const settled = await settleTurn(session, last.seq, last.turn.calls)
      if (settled.kind === 'waiting') return { kind: 'paused', reason: settled.reason, ...whyOf(settled) }
      turns.push(append(session, { role: 'results', results: settled.results }))
      if (settled.finished !== null && !isGuided(session)) return { kind: 'finished', summary: settled.finished }
      if (settled.pause) return { kind: 'paused', reason: settled.pause }
    }
    takeGuidance(session, turns)
    // Not every provider goes on from its own words, as after a retry of an answer that decided nothing.
    if (turns.at(-1)?.turn.role === 'assistant') turns.push(append(session, { role: 'user', text: goOn(phase) }))
    if (step >= deps.limits.maxTurns()) {
      const error = planError(
        'model.too_many_turns',
        `The model took ${plural(step, 'turn')} without finishing; its work is kept.`,
        {
          hint: 'Resume with guidance, or raise plan.max-turns.',
          step,
        },
      )
      return { kind: 'failed', error }
    }
    const { answer, stored, short } = await ask(session, actor, system, tools, turns)
    step++
    session.thinking = [answer.reasoning, answer.text].filter((part) => part !== '').join('\n\n')
    turns.push(stored)
    if (short) holdForBudget(deps, session.plan, short)
    if (answer.calls.length === 0 && !isGuided(session)) return withoutCalls(session, answer, step)
  }
}
