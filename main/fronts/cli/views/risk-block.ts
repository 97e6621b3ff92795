import type { RiskView } from '@shared/contract/risk'
import type { RiskKind, RiskLevel } from '@shared/model/risk'
import { lines, type Block, type Line, type Tone } from '../output/block'

const names: Readonly<Record<RiskKind, string>> = {
  api: 'API Compatibility',
  tests: 'Test Coverage',
  breaking: 'Breaking Changes',
  resources: 'Resource Impact',
}
const tones: Readonly<Record<RiskLevel, Tone>> = { low: 'good', medium: 'warn', high: 'bad' }

/** How much of the evidence fits a terminal; the rest is in the data. */
const shown = 3

/** How risky the changes are, and what that rests on; null where nothing is known. */
export function riskBlock(risks: readonly RiskView[]): Block | null {
  if (risks.length === 0) return null
  return lines(
    'Risk Assessment',
    risks.flatMap(({ kind, level, reason, evidence, actor }): Line[] => [
      {
        text: `${names[kind]}: ${level}. ${reason} (${actor === null ? 'computed' : `judged by ${actor}`})`,
        tone: tones[level],
      },
      ...evidence.slice(0, shown).map((text): Line => ({ text: `  ${text}`, tone: 'dim' })),
      ...(evidence.length > shown ? [{ text: `  and ${evidence.length - shown} more`, tone: 'dim' as const }] : []),
    ]),
  )
}
