import * as z from 'zod'

/** What a plan may cost and has cost, in dollars; calls of unknown price count as nothing. */
export const budget = z.object({
  used_usd: z.number(),
  /** Set aside for calls that are under way; part of what is used. */
  reserved_usd: z.number(),
  /** Null where no cap holds. */
  cap_usd: z.number().nullable(),
  total_used_usd: z.number(),
  total_cap_usd: z.number().nullable(),
  /** A person allowed this plan more than its profile and the configuration do. */
  raised: z.boolean(),
  /** Set while the plan waits, or has ended, because its next call would pass a cap. */
  held: z
    .object({
      cap: z.enum(['plan', 'plan_setting', 'total', 'total_setting', 'unknown']),
      why: z.string(),
      model: z.string(),
      cap_usd: z.number().nullable(),
      used_usd: z.number().nullable(),
      /** What the next call may cost at most. */
      needed_usd: z.number().nullable(),
      /** A cap that lets it go on. */
      suggested_usd: z.number().nullable(),
    })
    .nullable(),
})
export type BudgetView = z.infer<typeof budget>
