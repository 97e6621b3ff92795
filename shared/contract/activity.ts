import * as z from 'zod'
import { phases } from '@shared/model/plan'
import { time } from './base'
import { plan } from './plan-view'

export const activityItem = z.object({
  /** Rises by one within a plan. */
  seq: z.number().int(),
  plan_id: z.string(),
  phase: z.enum(phases),
  kind: z.enum([
    'state',
    'text',
    'reasoning',
    'tool_call',
    'tool_result',
    'decision',
    'checkpoint',
    'retry',
    'notice',
    'error',
    'guidance',
  ]),
  /** One line. */
  title: z.string(),
  /** The whole text, capped; empty where the title says it all. */
  body: z.string(),
  tool: z.string().nullable(),
  call_id: z.string().nullable(),
  decision_id: z.string().nullable(),
  ok: z.boolean().nullable(),
  duration_ms: z.number().int().nullable(),
  at: time,
})
export type ActivityItem = z.infer<typeof activityItem>

/** A snapshot first, then deltas: `append` adds items, `delta` adds text of an answer that is still being written, `plan` tells the new state. */
export const activityEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot'), items: z.array(activityItem), plan }),
  z.object({ type: z.literal('append'), items: z.array(activityItem) }),
  z.object({
    type: z.literal('delta'),
    kind: z.enum(['text', 'reasoning', 'tool_arguments', 'output']),
    text: z.string(),
  }),
  z.object({ type: z.literal('plan'), plan }),
])
export type ActivityEvent = z.infer<typeof activityEvent>
