/** Bounds of the waiting between attempts, in milliseconds. */
export type RetryLimits = { readonly firstMs: number; readonly ceilingMs: number; readonly retryAfterCeilingMs: number }

/** Reads `retry-after-ms`, else `retry-after` as seconds or as a date; undefined where neither says anything usable. */
export function readRetryAfter(header: (name: string) => string | null | undefined, nowMs: number): number | undefined {
  const exact = Number.parseFloat(header('retry-after-ms') ?? '')
  if (Number.isFinite(exact) && exact >= 0) return Math.ceil(exact)
  const text = (header('retry-after') ?? '').trim()
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000)
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs)
}

/**
 * How long to wait before an attempt, counted from 1 for the first repetition. What the provider asks for is
 * honoured up to a ceiling, with up to a tenth on top; else the wait doubles, and its second half is random.
 * The randomness keeps callers that failed together from coming back together.
 */
export function retryDelay(
  attempt: number,
  retryAfterMs: number | undefined,
  random: number,
  limits: RetryLimits,
): number {
  if (retryAfterMs !== undefined)
    return Math.round(Math.min(retryAfterMs * (1 + random / 10), limits.retryAfterCeilingMs))
  const full = Math.min(limits.ceilingMs, limits.firstMs * 2 ** (attempt - 1))
  return Math.round(full / 2 + (full / 2) * random)
}
