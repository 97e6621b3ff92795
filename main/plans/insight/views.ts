import type { EstimateView } from '@shared/contract/insight'
import type { RiskView } from '@shared/contract/risk'
import type { Risk } from '../../risk'
import type { Estimate, Range } from '../domain/estimate'

export const riskView = (risk: Risk): RiskView => ({ ...risk, evidence: [...risk.evidence] })

const dollars = (range: Range | null): Range | null =>
  range && { median: range.median / 1e6, low: range.low / 1e6, high: range.high / 1e6 }

export const estimateView = (estimate: Estimate | null): EstimateView | null =>
  estimate && {
    cost_usd: dollars(estimate.costMicro),
    duration_ms: estimate.durationMs,
    prompt_tokens: estimate.promptTokens,
    plans: estimate.plans,
    how: estimate.how,
  }
