import { setImmediate as breathe } from 'node:timers/promises'
import type { InboxItem } from '@shared/contract/inbox'
import type { PlanDeps } from '../ports'
import { inboxItems } from '../views/inbox-view'
import { countAccepted, readBeside } from './read-beside'
import { countItems, type ItemRow, itemRows, type Order } from './reads'
import { type SandboxItemDeps, sandboxItems } from './sandbox-items'

export type InboxDeps = SandboxItemDeps &
  Pick<PlanDeps, 'db' | 'decisions' | 'invariants' | 'budgets' | 'limits' | 'review'>

export type ListOptions = { readonly order: Order; readonly limit: number; readonly planId?: string | undefined }

export type Waiting = {
  readonly items: readonly InboxItem[]
  readonly snoozed: readonly InboxItem[]
  readonly total: number
  readonly totalSnoozed: number
}

/** So many are read between two breaths of the core: a plan's row holds its action and profile, which take time to parse. */
const slice = 100

/** The items of rows. What is answered meanwhile is left out. */
async function readSlice(deps: InboxDeps, rows: readonly ItemRow[]): Promise<readonly InboxItem[]> {
  const plans = deps.plans.byIds([...new Set(rows.map((row) => row.plan_id))])
  const decisionIds = rows.flatMap((row) => row.decision_id ?? [])
  const accepted = await countAccepted(deps, [...plans.values()])
  const beside = readBeside(deps, [...plans.values()], decisionIds, accepted)
  const items = new Map(
    [...plans.values()].flatMap((plan) => inboxItems(beside, plan)).map((item) => [item.id, item] as const),
  )
  return rows.flatMap((row) => {
    const item = items.get(row.item_id)
    return item ? [{ ...item, snoozed_until: row.until }] : []
  })
}

async function readItems(deps: InboxDeps, rows: readonly ItemRow[]): Promise<readonly InboxItem[]> {
  const items: InboxItem[] = []
  for (let from = 0; from < rows.length; from += slice) {
    await breathe()
    items.push(...(await readSlice(deps, rows.slice(from, from + slice))))
  }
  return items
}

/** What sandboxes wait with comes first, in what its plan waits with where that is listed. */
function besideTheirPlans(first: readonly InboxItem[], rest: readonly InboxItem[]): readonly InboxItem[] {
  const left = Map.groupBy(first, (item) => item.plan_id)
  const placed = rest.flatMap((item) => {
    const own = left.get(item.plan_id) ?? []
    left.delete(item.plan_id)
    return [...own, item]
  })
  return [...[...left.values()].flat(), ...placed]
}

/** What waits for a person, so many of it, with the count of all; what is snoozed apart from it. */
export async function listItems(deps: InboxDeps, options: ListOptions): Promise<Waiting> {
  const which = { now: deps.clock(), ...options }
  const counts = countItems(deps, which)
  await breathe()
  const rows = itemRows(deps, { ...which, snoozed: false })
  await breathe()
  const asleep = counts.snoozed === 0 ? [] : itemRows(deps, { ...which, snoozed: true })
  const sandboxes = Object.groupBy(sandboxItems(deps, options.planId), (item) =>
    item.snoozed_until === null ? 'inSight' : 'asleep',
  )
  const { inSight = [], asleep: hidden = [] } = sandboxes
  return {
    items: besideTheirPlans(inSight, await readItems(deps, rows)),
    snoozed: besideTheirPlans(hidden, await readItems(deps, asleep)),
    total: counts.items + inSight.length,
    totalSnoozed: counts.snoozed + hidden.length,
  }
}
