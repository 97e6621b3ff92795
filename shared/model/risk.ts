/** In what respects a changeset can be risky. */
export const riskKinds = ['api', 'tests', 'breaking', 'resources'] as const
export type RiskKind = (typeof riskKinds)[number]

export const riskLevels = ['low', 'medium', 'high'] as const
export type RiskLevel = (typeof riskLevels)[number]
