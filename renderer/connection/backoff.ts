import type { LineStatus } from './line'

const first = 250
const ceiling = 5000

/** Milliseconds to wait before try `attempt` (from 0): doubling, capped, with up to a quarter taken off by `random`. */
export function backoff(attempt: number, random: number): number {
  const full = Math.min(ceiling, first * 2 ** Math.min(attempt, 10))
  return Math.round(full * (1 - random / 4))
}

/** Tries in a row, some eight seconds, after which nothing that is merely slow explains the silence. */
const patience = 5

/** What a line is called after try `attempt` (from 0) failed. It goes on trying whatever it is called. */
export function statusAfter(attempt: number, before: LineStatus): LineStatus {
  if (attempt >= patience) return 'ended'
  return before === 'connecting' && attempt < 2 ? 'connecting' : 'reconnecting'
}
