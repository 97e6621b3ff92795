import { setImmediate } from 'node:timers/promises'
import { conflict } from '@shared/model/refusal'
import type { Clock } from '../platform/clock'
import type { Plan } from './domain/plan'

/** Turns of the event loop for which an answer is held, so that a call that came together with it is seen as such. */
const heldTurns = 3

/**
 * Tells callers apart who start a plan at the same moment: one wins, the others get a conflict, also where the phase
 * that was started is over already. Who asks later finds what is due then.
 */
export function createStarts(clock: Clock) {
  const begun = new Map<string, number>()
  const answering = new Set<string>()
  const mayStart = ({ id }: Plan, askedAt: number | undefined): void => {
    if (!answering.has(id) && !(askedAt !== undefined && askedAt < (begun.get(id) ?? 0))) return
    throw conflict(
      'plan.race_lost',
      `Another caller started plan ${id} at the same moment; this call started nothing.`,
      { hint: `Follow it with: agents plan execute ${id}`, details: { plan_id: id } },
    )
  }
  return {
    /** Runs a call that may start a plan; `start` says whether it did, and `answer` is what its caller is told. */
    async race<T>(
      plan: Plan,
      askedAt: number | undefined,
      start: () => { readonly starts: boolean; readonly answer: () => Promise<T> },
    ): Promise<T> {
      mayStart(plan, askedAt)
      const { starts, answer } = start()
      if (!starts) return answer()
      begun.set(plan.id, clock())
      answering.add(plan.id)
      try {
        const told = await answer()
        for (let turn = 0; turn < heldTurns; turn++) await setImmediate()
        return told
      } finally {
        answering.delete(plan.id)
      }
    },
  }
}
