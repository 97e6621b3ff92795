import { createHash } from 'node:crypto'
import type { Phase } from '@shared/model/plan'
import { settledDecision, standingOf, type ContextEntry, type ContextSnapshot, type Decision } from '../../decisions'
import type { TokenUsage } from '../../models'
import type { CheckpointPosition, Fingerprint, Sandbox } from '../../sandboxes'
import type { Toolbox, ToolResource, ToolResult } from '../../tools'
import type { createFileCounter } from '../count-files'
import type { Plan, SourceDrift } from '../domain/plan'
import type { PlanDeps } from '../ports'
import type { WatchedSource } from './check-sources'
import { escalationOf } from './escalate'

export type WorkPhase = Extract<Phase, 'strategize' | 'execute'>

export type DecisionInput = {
  readonly key?: string
  readonly callId?: string
  readonly question: string
  readonly chosen: string
  readonly alternatives: readonly string[]
  readonly confidence: number
  readonly rationale: string
  readonly influencedBy?: readonly string[]
  readonly artifacts?: readonly string[]
  /** The rule that sends it to a person, where the caller knows. */
  readonly escalatedBy?: string
}

/** What runs a phase of one plan, and what it has seen so far. */
export type Session = {
  readonly deps: PlanDeps
  readonly plan: Plan
  readonly phase: WorkPhase
  readonly signal: AbortSignal
  readonly resources: readonly ToolResource[]
  readonly sandboxes: readonly Sandbox[]
  readonly toolbox: Toolbox
  /** How each source stood when it was last looked at, by resource. */
  readonly seen: Map<string, Fingerprint>
  /** Sources that the plan may change, by resource. */
  readonly sources: ReadonlyMap<string, WatchedSource>
  /** What others changed in them so that the plan has to wait. */
  readonly drift: SourceDrift[]
  /** Resources whose links that lead out were told before a command. */
  readonly toldLinks: Set<string>
  /** Keeps the plan's count of changed files right while the phase runs. */
  readonly files: ReturnType<typeof createFileCounter>
  /** What the model thought before its present calls; kept with the decisions among them. */
  thinking: string
  /** What the last answer of a model used; null before the first. */
  lastUsage: TokenUsage | null
  /** What the prompt holds by now, for the context snapshot of decisions. */
  readonly context: ContextEntry[]
}

/** A rough count of tokens: four characters each; exact counts come back from the provider. */
export function roughTokens(text: string): number {
  return Math.ceil(text.length / 4)
}

export function noteContext(session: Session, kind: string, name: string, text: string): void {
  session.context.push({ kind, name, tokens: roughTokens(text) })
}

/** Where the plan stands now, for a checkpoint; `done` once the call has been run. */
export function positionOf(
  { deps, plan }: Pick<Session, 'deps' | 'plan'>,
  call: { readonly turnSeq: number; readonly callId: string } | null,
  done: boolean,
): CheckpointPosition {
  const decisionSeq = deps.decisions.lastSeq(plan.id)
  if (call) return { decisionSeq, turnSeq: call.turnSeq, callId: call.callId, done }
  return { decisionSeq, turnSeq: deps.conversation.lastTurn(plan.id, 'execute'), callId: null, done }
}

function snapshotOf(session: Session): ContextSnapshot {
  const entries = [...session.context]
  return { hash: createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 16), entries }
}

function parentOf(session: Session, live: readonly Decision[], influencedBy: readonly string[]): string | null {
  const named = influencedBy.find((id) => live.some((decision) => decision.id === id))
  if (named) return named
  const root = live.find((decision) => decision.parentId === null)
  if (session.phase === 'strategize') return root?.id ?? null
  const strategy = live.findLast((decision) => decision.type === 'strategy_choice')
  return strategy?.id ?? root?.id ?? null
}

/** The plan's profile as it holds for the next step: a person may have given it another one meanwhile. */
export function profileNow({ deps, plan }: Pick<Session, 'deps' | 'plan'>): Plan['profile'] {
  return deps.plans.byId(plan.id)?.profile ?? plan.profile
}

/** Stores a decision and says whether the plan must wait for a person's answer to it. */
export function recordDecision(session: Session, input: DecisionInput): Decision {
  const { deps, plan, phase } = session
  const { thresholds } = profileNow(session)
  const threshold = phase === 'strategize' ? thresholds.edit_code : thresholds.execute_command
  const reviewFollows = (phase === 'strategize' ? thresholds.create_tool : thresholds.select_tool) >= 1
  const type = phase === 'strategize' ? 'strategy_choice' : 'implementation_choice'
  const words = `${input.question} ${input.chosen}`
  const escalated = escalationOf(deps, plan, { type, paths: input.artifacts ?? [], words })
  const forced = input.escalatedBy !== undefined || (escalated !== null && escalated.guidance === null)
  const standing = forced ? 'waiting' : standingOf(input.confidence, threshold, reviewFollows)
  const live = deps.decisions.live(plan.id)
  const sources = [...(input.influencedBy ?? []), ...(escalated?.guidance ? [escalated.guidance.id] : [])]
  const influencedBy = sources.filter((id) => live.some((decision) => decision.id === id))
  const decision = deps.decisions.add({
    id: deps.newId(),
    planId: plan.id,
    parentId: parentOf(session, live, influencedBy),
    type,
    phase,
    attempt: plan.attempt,
    key: input.key ?? null,
    callId: input.callId ?? null,
    question: input.question,
    proposed: input.chosen,
    chosen: standing === 'waiting' ? '' : input.chosen,
    alternatives: input.alternatives,
    confidence: input.confidence,
    threshold,
    standing,
    answeredBy: standing === 'waiting' ? null : 'actor',
    rationale: input.rationale,
    reasoning: session.deps.redact(session.thinking),
    context: snapshotOf(session),
    artifacts: input.artifacts ?? [],
    influencedBy,
    supersededBy: null,
    supersededAt: null,
    corrects: null,
    created: deps.clock(),
  })
  const rule = input.escalatedBy ?? escalated?.rule.id
  if (rule !== undefined) deps.invariants.noteEscalation(plan.id, decision.id, rule)
  announceDecision(session, decision)
  return decision
}

function announceDecision(session: Session, decision: Decision): void {
  const { deps, plan, phase } = session
  const confidence = decision.confidence === null ? '' : ` (${Math.round(decision.confidence * 100)} % sure)`
  const title =
    decision.standing === 'waiting'
      ? `waits: ${decision.question}`
      : `${decision.question} → ${decision.chosen}${confidence}`
  deps.activity.add(plan.id, { phase, kind: 'decision', title, body: decision.rationale, decisionId: decision.id })
  deps.changes.publish('decision', plan.id, decision.standing)
}

/** Records that a tool changed files or ran a command, under the last choice of its phase, or the last one that spoke of its files. */
export function recordInvocation(
  session: Session,
  tool: string,
  result: ToolResult,
  paths: readonly string[],
  callId: string,
): Decision {
  const { deps, plan, phase } = session
  const live = deps.decisions.live(plan.id)
  const isChoice = (decision: Decision) =>
    decision.type === 'strategy_choice' || decision.type === 'implementation_choice'
  const names = new Set(
    result.changed.flatMap(({ resourceId, paths: at }) => {
      const resource = session.resources.find((one) => one.resourceId === resourceId)?.name
      return at === 'all' ? [] : at.flatMap((path) => [path, `${resource}/${path}`])
    }),
  )
  const parent =
    live.findLast((decision) => isChoice(decision) && decision.phase === phase) ??
    live.findLast((decision) => isChoice(decision) && decision.artifacts.some((path) => names.has(path))) ??
    live.findLast(isChoice)
  const parentId = parent?.id ?? live.find((decision) => decision.parentId === null)?.id ?? null
  const decision = deps.decisions.add(
    settledDecision({
      id: deps.newId(),
      planId: plan.id,
      parentId,
      type: 'tool_invocation',
      phase,
      attempt: plan.attempt,
      callId,
      question: tool,
      chosen: result.title,
      answeredBy: 'actor',
      artifacts: paths,
      created: deps.clock(),
    }),
  )
  if (parent && paths.length > 0) deps.decisions.addArtifacts(parent.id, paths)
  deps.changes.publish('decision', plan.id, 'decided')
  return decision
}
