export { choices, lowestOpenConfidence, settledDecision, standingOf } from './domain/decision'
export type { ContextEntry, ContextSnapshot, Decision, DecisionStanding } from './domain/decision'
export { affectedBy } from './domain/impact'
export { createDecisions, type Decisions } from './repository'
