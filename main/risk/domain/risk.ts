import type { RiskKind, RiskLevel } from '@shared/model/risk'

/** How risky a changeset is in one respect. */
export type Risk = {
  readonly kind: RiskKind
  readonly level: RiskLevel
  /** One sentence. */
  readonly reason: string
  /** What it rests on: names, paths, counts. */
  readonly evidence: readonly string[]
  readonly source: 'computed' | 'judged'
  /** The actor that judged; null where it was computed. */
  readonly actor: string | null
}

export const computed = (kind: RiskKind, level: RiskLevel, reason: string, evidence: readonly string[] = []): Risk => ({
  kind,
  level,
  reason,
  evidence,
  source: 'computed',
  actor: null,
})
