import { readFileSync } from 'node:fs'

/** Whether a process still runs. A zombie has ended; only whoever adopted it has not looked yet. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    // No entry: it is gone.
    return false
  }
}
