import type { EstimateView } from '@shared/contract/insight'
import { formatCount, formatDuration, formatMoney } from '../format/format'

type Range = { readonly median: number; readonly low: number; readonly high: number }

function rangeWords({ median, low, high }: Range, format: (value: number) => string): string {
  const middle = format(median)
  return format(low) === format(high) ? middle : `${middle} (${format(low)}–${format(high)})`
}

const costWords = (cost: Range): string => (cost.high === 0 ? 'Nothing' : `About ${rangeWords(cost, formatMoney)}`)

/** What is expected of cost, time and prompts, as far as it is known. */
export function estimateWords(estimate: EstimateView) {
  return {
    cost: estimate.cost_usd && costWords(estimate.cost_usd),
    time: estimate.duration_ms && rangeWords(estimate.duration_ms, formatDuration),
    prompt: estimate.prompt_tokens && `${rangeWords(estimate.prompt_tokens, formatCount)} tokens`,
  }
}
