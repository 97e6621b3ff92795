import * as z from 'zod'

/** The middle and the ends of what was seen. */
const range = (number: z.ZodNumber) => z.object({ median: number, low: number, high: number })

/** What a plan will take, as far as earlier ones tell. */
export const estimate = z.object({
  cost_usd: range(z.number()).nullable(),
  duration_ms: range(z.number().int()).nullable(),
  /** The largest prompt of each of those plans. */
  prompt_tokens: range(z.number().int()).nullable(),
  /** How many plans it rests on. */
  plans: z.number().int(),
  /** How it was got, in one sentence. */
  how: z.string(),
})
export type EstimateView = z.infer<typeof estimate>

/** How long a running plan still works before it rests at the end of Execute. */
export const timeLeft = z.object({ ms: z.number().int(), how: z.string() })

/** The decision that a failure after Apply most likely goes back to. */
export const rootCause = z.object({
  decision_id: z.string(),
  question: z.string(),
  chosen: z.string(),
  confidence: z.number().nullable(),
  /** Why it is suspected, in one sentence. */
  why: z.string(),
  /** Changed paths that the failing output names and that go back to it. */
  paths: z.array(z.string()),
  /** The last checkpoint before it; null where there is none. */
  checkpoint_id: z.string().nullable(),
})
export type RootCauseView = z.infer<typeof rootCause>

/** How a plan's work on one resource is kept apart from it. */
export const isolation = z.object({
  resource_id: z.string(),
  name: z.string(),
  strategy: z.string(),
  /** Null where there is no sandbox at the moment. */
  path: z.string().nullable(),
  branch: z.string().nullable(),
  base_commit: z.string().nullable(),
  /** How the sandbox stands; `ok` is there, registered and locked for this plan. Null where there is none. */
  condition: z.enum(['ok', 'missing', 'moved', 'unregistered', 'locked_by_other', 'off_branch']).nullable(),
  target_path: z.string(),
  target_branch: z.string().nullable(),
  /** Whether the source is as it was when the plan recorded it; null where nothing is watched. */
  source: z.enum(['unchanged', 'drifted']).nullable(),
  drift: z.object({
    head: z.object({ from: z.string(), to: z.string() }).nullable(),
    index: z.boolean(),
    paths: z.array(z.string()),
    /** How many paths there are in all. */
    total: z.number().int(),
  }),
  /** What neither checkpoints nor rollback hold, by kind; capped. */
  not_covered: z.array(z.object({ what: z.string(), paths: z.array(z.string()), total: z.number().int() })),
})
export type IsolationView = z.infer<typeof isolation>
