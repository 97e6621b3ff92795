import { invalid, missing } from '@shared/model/refusal'
import type { InboxItem } from '@shared/contract/inbox'
import type { PlanDeps } from './ports'
import type { SetAside } from './set-aside'
import { inboxItems } from './views/inbox-view'

export type SnoozeDeps = Pick<
  PlanDeps,
  'plans' | 'decisions' | 'invariants' | 'budgets' | 'limits' | 'sandboxes' | 'setAside' | 'changes' | 'clock'
>

export const waitingStates = ['awaiting_input', 'errored', 'constrained'] as const

export type Waiting = { readonly items: readonly InboxItem[]; readonly snoozed: readonly InboxItem[] }

/** Everything that waits for a person, what is snoozed apart from it. */
export function waitingItems(deps: Omit<SnoozeDeps, 'changes'>): Waiting {
  const until = new Map(deps.setAside.snoozes(deps.clock()).map((snooze) => [snooze.itemId, snooze.until]))
  const all = deps.plans.inState(...waitingStates).flatMap((plan) => inboxItems(deps, plan))
  return {
    items: all.filter((item) => !until.has(item.id)),
    snoozed: all
      .filter((item) => until.has(item.id))
      .map((item) => ({ ...item, snoozed_until: until.get(item.id) ?? null })),
  }
}

/** Puts a waiting item out of sight until a moment, or with null brings it back at once. */
export function snoozeItem(deps: SnoozeDeps, alarm: SnoozeAlarm, itemId: string, until: number | null): void {
  const { items, snoozed } = waitingItems(deps)
  const item = [...items, ...snoozed].find((one) => one.id === itemId)
  if (!item)
    throw missing('inbox.gone', 'That item no longer waits; nothing was snoozed.', { hint: 'Look at the inbox again.' })
  if (until !== null && until <= deps.clock())
    throw invalid('inbox.past', 'That moment has passed; nothing was snoozed.', { hint: 'Give a later moment.' })
  if (until === null) deps.setAside.wake(item.id)
  else deps.setAside.snooze({ itemId: item.id, planId: item.plan_id, until })
  alarm.arm()
  deps.changes.publish('plan', item.plan_id)
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
