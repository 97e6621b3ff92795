import type { TokenUsage } from './conversation'

/** Micro-dollars per million tokens, bucket by bucket. */
export type Rates = {
  readonly input: number
  readonly output: number
  readonly cacheWrite: number
  readonly cacheRead: number
}

export type Price = Rates & {
  /** Version of the price table the rates come from. */
  readonly version: string
  /** Rates of the whole request where its prompt has more tokens than `over`. */
  readonly longPrompt?: Rates & { readonly over: number }
}

export type Cost =
  | { readonly kind: 'known'; readonly microDollars: number; readonly version: string }
  | { readonly kind: 'unknown' }

const million = 1_000_000n

/** The cost of one request in integer micro-dollars, rounded up; unknown without a price. */
export function costOf(usage: TokenUsage, price: Price | undefined): Cost {
  if (!price) return { kind: 'unknown' }
  const prompt = usage.input + usage.cacheWrite + usage.cacheRead
  const rates = price.longPrompt && prompt > price.longPrompt.over ? price.longPrompt : price
  const buckets = ['input', 'output', 'cacheWrite', 'cacheRead'] as const
  const sum = buckets.reduce((total, bucket) => total + BigInt(usage[bucket]) * BigInt(rates[bucket]), 0n)
  return { kind: 'known', microDollars: Number((sum + million - 1n) / million), version: price.version }
}
