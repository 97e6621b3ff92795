import * as z from 'zod'
import { invariantScopes } from '@shared/model/invariant'
import { phases } from '@shared/model/plan'
import { time } from './base'

export const alternative = z.object({ text: z.string(), proposed: z.boolean(), chosen: z.boolean() })

/** A decision that a rule sent to a person, with the rule. */
export const escalatedDecision = z.object({
  decision_id: z.string(),
  type: z.string(),
  question: z.string(),
  proposed: z.string(),
  confidence: z.number().nullable(),
  threshold: z.number().nullable(),
  /** Whether its confidence alone would have let it pass. */
  would_proceed: z.boolean(),
  invariant_id: z.string(),
  scope: z.enum(invariantScopes),
  source: z.string(),
  text: z.string(),
})

export const decisionNode = z.object({
  id: z.string(),
  plan_id: z.string(),
  parent_id: z.string().nullable(),
  sequence: z.number().int(),
  type: z.string(),
  question: z.string(),
  proposed: z.string(),
  /** Empty while the decision waits for an answer. */
  chosen: z.string(),
  confidence: z.number().nullable(),
  /** The threshold it was compared with; null where none applies. */
  threshold: z.number().nullable(),
  alternatives: z.array(alternative),
  superseded: z.boolean(),
  superseded_by: z.string().nullable(),
  corrects: z.string().nullable(),
  /** The decisions that it follows from, beside the one it stands under. */
  influenced_by: z.array(z.string()),
  waiting: z.boolean(),
  /** Flagged for the review at the end of its phase. */
  flagged: z.boolean(),
  phase: z.enum(phases),
  attempt: z.number().int(),
  created: time,
})
export type DecisionNode = z.infer<typeof decisionNode>

export const decisionDetail = decisionNode.extend({
  rationale: z.string(),
  influences: z.array(z.string()),
  artifacts: z.array(z.string()),
  answered_by: z.enum(['actor', 'person']).nullable(),
  /** What correcting it would take back as far as the record tells, itself among it; the preview of a correction looks at the files too. */
  impact: z.object({
    decisions: z.number().int(),
    files: z.number().int(),
    level: z.enum(['low', 'medium', 'high']),
    reasons: z.array(z.string()),
  }),
  /** The rule that sent it to a person, where one did. */
  escalation: escalatedDecision.nullable(),
  /** What was in the prompt, where asked for. */
  context: z
    .object({
      hash: z.string(),
      entries: z.array(z.object({ kind: z.string(), name: z.string(), tokens: z.number().int() })),
    })
    .nullable(),
  /** The model's own reasoning, where asked for. */
  reasoning: z.string().nullable(),
})
export type DecisionDetail = z.infer<typeof decisionDetail>
