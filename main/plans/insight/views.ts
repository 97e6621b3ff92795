import type { RiskView } from '@shared/contract/risk'
import type { Risk } from '../../risk'

export const riskView = (risk: Risk): RiskView => ({ ...risk, evidence: [...risk.evidence] })
