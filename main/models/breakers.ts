import { plural } from '@shared/model/plural'
import type { CircuitBreakerPolicy } from 'cockatiel'
import { failed } from '@shared/model/refusal'
import { isOutage } from './domain/call-failure'
import type { CallFailure } from './domain/call-failure'

/** After how many outages in a row a provider is left alone, and for how long, in milliseconds. */
export type BreakerLimits = { readonly failures: number; readonly openMs: number }

/** One circuit breaker per provider and address: where a provider is down, callers learn it at once. */
export function createBreakers(limits: () => BreakerLimits) {
  const breakers = new Map<string, CircuitBreakerPolicy>()

  async function breakerOf(key: string): Promise<CircuitBreakerPolicy> {
    const { circuitBreaker, ConsecutiveBreaker, handleWhen } = await import('cockatiel')
    const found = breakers.get(key)
    if (found) return found
    const made = circuitBreaker(handleWhen(isOutage), {
      halfOpenAfter: limits().openMs,
      breaker: new ConsecutiveBreaker(limits().failures),
    })
    breakers.set(key, made)
    return made
  }

  return {
    /** Asks unless the circuit is open. Where this caller's own failures opened it, `last` says more than the breaker. */
    async guard<T>(
      provider: string,
      baseUrl: string,
      last: CallFailure | undefined,
      ask: () => Promise<T>,
    ): Promise<T> {
      const { BrokenCircuitError } = await import('cockatiel')
      const breaker = await breakerOf(`${provider} ${baseUrl}`)
      try {
        return await breaker.execute(ask)
      } catch (error) {
        if (!(error instanceof BrokenCircuitError)) throw error
        const { failures, openMs } = limits()
        throw failed(
          'model.breaker_open',
          `${provider} failed ${plural(failures, 'time')} in a row and is left alone for a while${last ? `: ${last.message}` : '.'}`,
          {
            hint: `It is asked again after ${Math.ceil(openMs / 1000)} s. See how it is with: agents provider test ${provider}`,
            details: { provider, retry_after_ms: openMs },
          },
        )
      }
    },
  }
}
