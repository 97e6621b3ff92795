import { settledDecision, type Decision } from '../../decisions'
import {
  guardedName,
  guardKey,
  guardKeys,
  guardRationale,
  type GuardRule,
  guardVerdict,
  readGuardRationale,
} from '../domain/guard'
import { heldSentence, tightest } from '../domain/budget'
import type { PauseReason } from '../domain/transition'
import { capsNow } from './ask-model'
import { callText, describeCall } from './describe-call'
import { profileNow, type Session } from './session'

export type GuardAnswer =
  | { readonly kind: 'run' }
  /** A person refused it, or said something instead. */
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'waiting'; readonly reason: PauseReason; readonly why: string }

export type CallToGuard = {
  readonly turnSeq: number
  readonly callId: string
  /** What names the call over runs, where its id does not. */
  readonly guardId?: string
  readonly name: string
  readonly args: unknown
  /** Which call of its step it is, from 1. */
  readonly nth: number
}

export const allowOnce = 'Allow this call'
const refuse = 'Refuse it'

function allowAlways(rule: GuardRule, tool: string): string {
  return rule === 'calls' ? 'Allow any number of calls in a step of this plan' : `Allow ${tool} for this plan`
}

const placeOf = ({ turnSeq, callId, guardId }: CallToGuard): string => `${turnSeq}:${guardId ?? callId}`

/** What a person answered about this very call; undefined where they were not asked. */
function answered(decisions: readonly Decision[], call: CallToGuard, phase: string): Decision | undefined {
  const callId = placeOf(call)
  return decisions.findLast((one) => one.callId === callId && one.phase === phase)
}

function ask(session: Session, call: CallToGuard, rule: GuardRule, why: string): void {
  const { deps, plan, phase } = session
  const live = deps.decisions.live(plan.id)
  const choices = live.filter((one) => one.type === 'strategy_choice' || one.type === 'implementation_choice')
  const choice = choices.findLast((one) => one.phase === phase) ?? choices.at(-1)
  const root = live.find(({ parentId }) => parentId === null)
  const tool = guardedName(call.name)
  const question = describeCall(tool, call.args)
  const decision = deps.decisions.add({
    ...settledDecision({
      id: deps.newId(),
      planId: plan.id,
      parentId: choice?.id ?? root?.id ?? null,
      type: 'tool_invocation',
      phase,
      attempt: plan.attempt,
      question: deps.redact(question),
      chosen: '',
      answeredBy: null,
      created: deps.clock(),
    }),
    key: guardKey(rule, tool),
    callId: placeOf(call),
    proposed: allowOnce,
    alternatives: [allowOnce, allowAlways(rule, tool), refuse],
    standing: 'waiting',
    rationale: guardRationale(why, deps.redact(callText(call.args))),
  })
  deps.activity.add(plan.id, {
    phase,
    kind: 'decision',
    title: `waits: ${deps.redact(question)}`,
    body: why,
    decisionId: decision.id,
  })
  deps.changes.publish('decision', plan.id, decision.standing)
}

/** What has been spent beyond a cap, as it is after a cap was lowered; null where every cap holds. */
function overspent({ deps, plan }: Session): string | null {
  const caps = capsNow(deps, plan)
  const by = caps.length === 0 ? null : tightest(caps, deps.budgets.used(plan.id))
  if (!by || by.left >= 0) return null
  const held = { cap: by.name, most: by.most, used: by.used, needed: 0, model: 'the model' } as const
  deps.budgets.hold(plan.id, held)
  return heldSentence(held)
}

/**
 * Looks at a call with every guard of the plan's present profile before it runs. One that asks is recorded as a decision
 * that waits; a person's answer to it holds for the call, or for the tool in this plan.
 */
export function guardCall(session: Session, call: CallToGuard): GuardAnswer {
  const { deps, plan, phase, toolbox } = session
  const all = deps.decisions.keyed(plan.id, guardKeys)
  const earlier = answered(all, call, phase)
  const tool = guardedName(call.name)
  if (earlier && earlier.supersededAt !== null)
    return { kind: 'refused', text: 'A person did not allow this call. Follow the guidance that comes next.' }
  if (earlier?.standing === 'waiting')
    return { kind: 'waiting', reason: 'guard', why: readGuardRationale(earlier.rationale).why }
  if (earlier?.chosen === refuse) return { kind: 'refused', text: 'A person did not allow this call.' }
  if (earlier) return { kind: 'run' }
  const granted = (rule: GuardRule) =>
    all.some(
      ({ key, chosen, supersededAt }) =>
        key === guardKey(rule, tool) && supersededAt === null && chosen === allowAlways(rule, tool),
    )
  let spent: string | null = null
  const verdict = guardVerdict(
    profileNow(session).safety,
    { tool, writes: toolbox.writes(call.name), nth: call.nth },
    granted,
    () => (spent = overspent(session)) !== null,
  )
  switch (verdict.kind) {
    case 'passes':
      return { kind: 'run' }
    case 'over_budget':
      return { kind: 'waiting', reason: 'budget', why: spent ?? '' }
    case 'asks':
      ask(session, call, verdict.rule, verdict.why)
      return { kind: 'waiting', reason: 'guard', why: verdict.why }
  }
}
