import { eventIterator } from '@orpc/contract'
import * as z from 'zod'
import { procedure } from './base'

/** What changed somewhere: enough to know which queries are stale. `reset` means: ask for everything again. */
export const changeEvent = z.object({
  seq: z.number().int(),
  topic: z.enum([
    'reset',
    'plan',
    'decision',
    'review',
    'resource',
    'project',
    'action',
    'actor',
    'provider',
    'settings',
    'profile',
    'invariant',
    'validation',
    'heartbeat',
  ]),
  id: z.string().nullable(),
  state: z.string().nullable(),
})
export type ChangeEvent = z.infer<typeof changeEvent>

export const pulse = z.object({
  running: z.number().int(),
  /** Plans that need a person, and those of them that failed. */
  waiting: z.number().int(),
  failed: z.number().int(),
  cost_usd: z.number(),
})

export const events = {
  /** Follows every change; with `after`, replays what is still held or answers `reset`. */
  subscribe: procedure.input(z.object({ after: z.number().int().optional() })).output(eventIterator(changeEvent)),
  pulse: procedure.output(pulse),
}
