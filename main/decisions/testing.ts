import type { Decision } from './domain/decision'

/** A decided strategy choice, with what a test says otherwise. */
export function decisionOf(change: Partial<Decision> & { readonly id: string }): Decision {
  return {
    planId: 'plan',
    seq: 1,
    parentId: 'root',
    type: 'strategy_choice',
    phase: 'strategize',
    attempt: 1,
    key: null,
    callId: null,
    question: 'How?',
    proposed: 'So',
    chosen: 'So',
    alternatives: [],
    confidence: 0.9,
    threshold: 0.7,
    standing: 'decided',
    answeredBy: 'actor',
    rationale: '',
    reasoning: '',
    context: null,
    artifacts: [],
    influencedBy: [],
    supersededBy: null,
    supersededAt: null,
    corrects: null,
    created: 0,
    ...change,
  }
}
