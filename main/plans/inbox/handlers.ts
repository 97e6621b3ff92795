import type { events as eventsContract } from '@shared/contract/events'
import type { inbox as inboxContract } from '@shared/contract/inbox'
import type { HandlersOf } from '../../platform/handlers'
import type { PlanDeps } from '../ports'
import { snoozeItem, type SnoozeAlarm, type SnoozeDeps } from '../snooze-item'
import { type InboxDeps, listItems } from './list-items'
import { countItems } from './reads'
import { type SandboxItemDeps, sandboxItems } from './sandbox-items'

export function inboxHandlers(deps: InboxDeps & SnoozeDeps, alarm: SnoozeAlarm): HandlersOf<typeof inboxContract> {
  return {
    list: async ({ order, limit, plan_id: planId }) => {
      const { items, snoozed, total, totalSnoozed } = await listItems(deps, { order, limit, planId })
      return { items: [...items], snoozed: [...snoozed], total, total_snoozed: totalSnoozed }
    },
    snooze: async (input) => {
      snoozeItem(deps, alarm, input.item_id, input.until)
      return { ok: true }
    },
  }
}

type EventDeps = SandboxItemDeps & Pick<PlanDeps, 'db' | 'changes' | 'usage'>

export function eventHandlers(deps: EventDeps): HandlersOf<typeof eventsContract> {
  return {
    subscribe: async (input, { signal }) => deps.changes.subscribe(input.after, signal),
    pulse: async () => {
      const now = deps.clock()
      const { plans, failed } = countItems(deps, { now })
      const inSight = sandboxItems(deps).filter((item) => item.snoozed_until === null)
      const more = [...new Set(inSight.map((item) => item.plan_id))].filter(
        (planId) => countItems(deps, { now, planId }).plans === 0,
      )
      return {
        running: deps.plans.countInState('queued', 'processing'),
        waiting: plans + more.length,
        failed,
        cost_usd: deps.usage.total() / 1_000_000,
      }
    },
  }
}
