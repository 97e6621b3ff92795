export { choices, lowestOpenConfidence, standingOf } from './domain/decision'
export type { ContextEntry, ContextSnapshot, Decision, DecisionStanding } from './domain/decision'
export { impactOf } from './domain/impact'
export { createDecisions, type Decisions } from './repository'
