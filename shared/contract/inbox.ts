import * as z from 'zod'
import { inboxLimit } from '@shared/model/inbox'
import { phases } from '@shared/model/plan'
import { done, procedure, time } from './base'
import { budget } from './budget'
import { decisionNode } from './decisions'
import { planError, sandboxProblem } from './plan-view'

export const inboxItem = z.object({
  /** Stable while the item waits. */
  id: z.string(),
  plan_id: z.string(),
  short_id: z.string(),
  title: z.string(),
  action: z.string(),
  projects: z.array(z.string()),
  kind: z.enum(['phase_gate', 'decision', 'error', 'conflict', 'stopped', 'guard', 'budget', 'sandbox', 'other']),
  /** Why it waits, in one sentence. */
  why: z.string(),
  /** What `plan approve` would do, as a button label; null where approving is not possible. */
  approve_label: z.string().nullable(),
  phase: z.enum(phases),
  reason: z.string().nullable(),
  decision: decisionNode.nullable(),
  /** What a tool call that waits would do, in full. */
  detail: z.string().nullable(),
  /** Set where the plan's budget is what waits. */
  budget: budget.nullable(),
  /** What went wrong, where an error is what waits. */
  error: planError.nullable(),
  /** What stands wrong with a sandbox, where that is what waits. */
  sandbox: sandboxProblem.nullable(),
  files_modified: z.number().int(),
  since: time,
  /** Until when a person has put it out of sight; null where it is in sight. */
  snoozed_until: time.nullable(),
})
export type InboxItem = z.infer<typeof inboxItem>

export const inbox = {
  /**
   * What waits for a person, that which has waited longest first or the newest first, of all plans or of one; what is
   * snoozed stands apart. No more than `limit` of each are listed, and the totals count all.
   */
  list: procedure
    .input(
      z
        .object({
          order: z.enum(['oldest', 'newest']).default('oldest'),
          limit: z.number().int().min(1).max(inboxLimit).default(200),
          plan_id: z.string().max(64).optional(),
        })
        .prefault({}),
    )
    .output(
      z.object({
        items: z.array(inboxItem),
        snoozed: z.array(inboxItem),
        total: z.number().int(),
        total_snoozed: z.number().int(),
      }),
    ),
  /** Puts an item out of sight until a moment, or with null brings it back. It comes back by itself when its plan changes. */
  snooze: procedure.input(z.object({ item_id: z.string().max(200), until: time.nullable() })).output(done),
}
