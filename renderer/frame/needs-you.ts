import type { InboxItem } from '@shared/contract/inbox'
import { formatNumber } from '../format/format'

type Counted = Pick<InboxItem, 'plan_id' | 'kind'>

const plansOf = (items: readonly Counted[]) => new Set(items.map((item) => item.plan_id)).size

/** Plans that need a person, however much each of them asks. */
export function planCount(items: readonly Counted[]): number {
  return plansOf(items)
}

/** What the count is made of: a plan that failed needs a person as one that waits does. */
export function needsYou(items: readonly Counted[]): string {
  const failed = plansOf(items.filter((item) => item.kind === 'error' || item.kind === 'conflict'))
  const waiting = plansOf(items) - failed
  const parts = [
    ...(waiting > 0 ? [`${formatNumber(waiting)} waiting`] : []),
    ...(failed > 0 ? [`${formatNumber(failed)} failed`] : []),
  ]
  return parts.length === 0 ? 'Nothing needs you' : `${parts.join(' and ')}, to be answered in the Inbox`
}
