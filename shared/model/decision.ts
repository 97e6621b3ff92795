/** Kinds of decision (domain section 5). Readers tolerate others. */
export const decisionTypes = [
  'prompt_definition',
  'invariant_enforced',
  'strategy_choice',
  'resource_selection',
  'implementation_choice',
  'tool_invocation',
  'validation_response',
  'error_recovery',
  'child_plan',
  'user_intervention',
  'reversion',
] as const
export type DecisionType = (typeof decisionTypes)[number]

/** How a decision is corrected: taken back and decided anew, or gone on from with guidance. */
export const correctionModes = ['revert', 'append'] as const
export type CorrectionMode = (typeof correctionModes)[number]
