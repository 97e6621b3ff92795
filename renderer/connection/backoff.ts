const first = 250
const ceiling = 5000

/** Milliseconds to wait before try `attempt` (from 0): doubling, capped, with up to a quarter taken off by `random`. */
export function backoff(attempt: number, random: number): number {
  const full = Math.min(ceiling, first * 2 ** Math.min(attempt, 10))
  return Math.round(full * (1 - random / 4))
}
