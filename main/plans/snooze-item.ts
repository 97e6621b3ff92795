import { invalid, missing } from '@shared/model/refusal'
import { itemRows } from './inbox/reads'
import { sandboxItems } from './inbox/sandbox-items'
import type { PlanDeps } from './ports'
import type { SetAside } from './set-aside'

export type SnoozeDeps = Pick<PlanDeps, 'db' | 'plans' | 'sandboxes' | 'setAside' | 'changes' | 'clock'>

/** The item of that id, where it waits. */
function findItem(deps: SnoozeDeps, itemId: string): { readonly id: string; readonly planId: string } | undefined {
  const which = { now: deps.clock(), planId: itemId.split(':')[0] ?? '', order: 'oldest', limit: -1 } as const
  const rows = [false, true].flatMap((snoozed) => itemRows(deps, { ...which, snoozed }))
  const waits = rows.some((row) => row.item_id === itemId)
  const isSandbox = () => sandboxItems(deps, which.planId).some(({ id }) => id === itemId)
  return waits || isSandbox() ? { id: itemId, planId: which.planId } : undefined
}

/** Puts a waiting item out of sight until a moment, or with null brings it back at once. */
export function snoozeItem(deps: SnoozeDeps, alarm: SnoozeAlarm, itemId: string, until: number | null): void {
  const item = findItem(deps, itemId)
  if (!item)
    throw missing('inbox.gone', 'That item no longer waits; nothing was snoozed.', { hint: 'Look at the inbox again.' })
  if (until !== null && until <= deps.clock())
    throw invalid('inbox.past', 'That moment has passed; nothing was snoozed.', { hint: 'Give a later moment.' })
  if (until === null) deps.setAside.wake(item.id)
  else deps.setAside.snooze({ itemId: item.id, planId: item.planId, until })
  alarm.arm()
  deps.changes.publish('plan', item.planId)
}

export type SnoozeAlarm = ReturnType<typeof createSnoozeAlarm>

/** Longer waits overflow the timers of the platform, so it looks again at least once a day. */
const longestMs = 24 * 3600 * 1000

/** Tells the lists when a snooze ends; one timer for the next that does. */
export function createSnoozeAlarm(deps: {
  readonly setAside: SetAside
  readonly changes: PlanDeps['changes']
  readonly clock: PlanDeps['clock']
}) {
  let timer: NodeJS.Timeout | undefined
  const ring = (): void => {
    for (const { planId } of deps.setAside.takeEnded(deps.clock())) deps.changes.publish('plan', planId)
    arm()
  }
  const arm = (): void => {
    clearTimeout(timer)
    const next = deps.setAside.snoozes(deps.clock())[0]
    if (!next) return
    timer = setTimeout(ring, Math.min(longestMs, next.until - deps.clock()))
    timer.unref()
  }
  return { arm, close: (): void => clearTimeout(timer) }
}
