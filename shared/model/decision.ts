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
