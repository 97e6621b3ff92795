import type { Phase } from '@shared/model/plan'

/** One entry of what was in the prompt when a decision was made. */
export type ContextEntry = { readonly kind: string; readonly name: string; readonly tokens: number }
export type ContextSnapshot = { readonly hash: string; readonly entries: readonly ContextEntry[] }

/** `waiting` pauses the plan; `flagged` is answered, and shown first at the review that ends its phase. */
export type DecisionStanding = 'decided' | 'flagged' | 'waiting'

export type Decision = {
  readonly id: string
  readonly planId: string
  readonly seq: number
  readonly parentId: string | null
  readonly type: string
  readonly phase: Phase
  readonly attempt: number
  readonly key: string | null
  readonly callId: string | null
  readonly question: string
  readonly proposed: string
  /** Empty while it waits. */
  readonly chosen: string
  readonly alternatives: readonly string[]
  readonly confidence: number | null
  readonly threshold: number | null
  readonly standing: DecisionStanding
  /** Null while it waits, and for what was given when the plan was made. */
  readonly answeredBy: 'actor' | 'person' | null
  readonly rationale: string
  readonly reasoning: string
  readonly context: ContextSnapshot | null
  readonly artifacts: readonly string[]
  readonly influencedBy: readonly string[]
  readonly supersededBy: string | null
  readonly supersededAt: number | null
  readonly corrects: string | null
  readonly created: number
}

type Told = Pick<
  Decision,
  'id' | 'planId' | 'parentId' | 'type' | 'phase' | 'attempt' | 'question' | 'chosen' | 'answeredBy' | 'created'
>

/** A decision that was settled without alternatives, with what else is to be told of it. */
export function settledDecision(told: Told & Partial<Omit<Decision, 'seq'>>): Omit<Decision, 'seq'> {
  return {
    key: null,
    callId: null,
    proposed: told.chosen,
    alternatives: [],
    confidence: null,
    threshold: null,
    standing: 'decided',
    rationale: '',
    reasoning: '',
    context: null,
    artifacts: [],
    influencedBy: [],
    supersededBy: null,
    supersededAt: null,
    corrects: null,
    ...told,
  }
}

/** The list a person chooses from, from 1: the alternatives as given, with the proposal first where it is not among them. */
export function choices(decision: Pick<Decision, 'proposed' | 'alternatives'>): readonly string[] {
  const { proposed, alternatives } = decision
  return alternatives.includes(proposed) ? alternatives : [proposed, ...alternatives]
}

/**
 * What a recorded decision's confidence means under its threshold (domain section 4). A threshold of 1 on a phase
 * whose end is a person's anyway flags the decision for that review; every other miss pauses the plan.
 */
export function standingOf(confidence: number, threshold: number, reviewFollows: boolean): DecisionStanding {
  if (threshold <= 0) return 'decided'
  if (threshold >= 1) return reviewFollows ? 'flagged' : 'waiting'
  return confidence >= threshold ? 'decided' : 'waiting'
}

/** The lowest confidence among live decisions of a phase that no person has answered; 1 where there is none. */
export function lowestOpenConfidence(decisions: readonly Decision[], phase: Phase): number {
  return decisions
    .filter(
      (decision) => decision.phase === phase && decision.supersededAt === null && decision.answeredBy !== 'person',
    )
    .reduce((lowest, decision) => Math.min(lowest, decision.confidence ?? 1), 1)
}
