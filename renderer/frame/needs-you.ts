import { formatNumber } from '../format/format'

/** What the count of plans is made of: a plan that failed needs a person as one that waits does. */
export function needsYou(plans: { readonly waiting: number; readonly failed: number }): string {
  const waiting = plans.waiting - plans.failed
  const parts = [
    ...(waiting > 0 ? [`${formatNumber(waiting)} waiting`] : []),
    ...(plans.failed > 0 ? [`${formatNumber(plans.failed)} failed`] : []),
  ]
  return parts.length === 0 ? 'Nothing needs you' : `${parts.join(' and ')}, to be answered in the Inbox`
}
