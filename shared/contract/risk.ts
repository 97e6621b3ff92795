import * as z from 'zod'
import { riskKinds, riskLevels } from '@shared/model/risk'

/** How risky a plan's changes are in one respect. */
export const risk = z.object({
  kind: z.enum(riskKinds),
  level: z.enum(riskLevels),
  /** One sentence. */
  reason: z.string(),
  /** What it rests on: names, paths, counts. */
  evidence: z.array(z.string()),
  source: z.enum(['computed', 'judged']),
  /** The actor that judged; null where it was computed. */
  actor: z.string().nullable(),
})
export type RiskView = z.infer<typeof risk>
