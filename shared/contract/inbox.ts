import * as z from 'zod'
import { phases } from '@shared/model/plan'
import { procedure, time } from './base'
import { decisionNode } from './decisions'

export const inboxItem = z.object({
  /** Stable while the item waits. */
  id: z.string(),
  plan_id: z.string(),
  short_id: z.string(),
  title: z.string(),
  action: z.string(),
  projects: z.array(z.string()),
  kind: z.enum(['phase_gate', 'decision', 'error', 'conflict', 'stopped', 'other']),
  /** Why it waits, in one sentence. */
  why: z.string(),
  /** What `plan approve` would do, as a button label; null where approving is not possible. */
  approve_label: z.string().nullable(),
  phase: z.enum(phases),
  reason: z.string().nullable(),
  decision: decisionNode.nullable(),
  files_modified: z.number().int(),
  since: time,
})
export type InboxItem = z.infer<typeof inboxItem>

export const inbox = {
  list: procedure.output(z.object({ items: z.array(inboxItem) })),
}
