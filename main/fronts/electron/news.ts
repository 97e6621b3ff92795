import type { InboxItem } from '@shared/contract/inbox'

/** Something that a person wants to hear of while looking elsewhere. */
export type News = {
  readonly kind: 'waits' | 'finished'
  readonly title: string
  readonly body: string
  /** Where a click leads. */
  readonly route: string
}

export type Waiting = Pick<InboxItem, 'id' | 'plan_id' | 'title' | 'why'>
export type Finished = {
  readonly plan_id: string
  readonly title: string
  readonly state: string
  readonly files_modified: number
}

const mostAtOnce = 3

/** Items that came to the Inbox; many at once are told in one sentence. */
export function newsOfInbox(fresh: readonly Waiting[]): readonly News[] {
  if (fresh.length > mostAtOnce) {
    const body = fresh.map((item) => item.title).join(', ')
    return [{ kind: 'waits', title: `${fresh.length} plans wait for you`, body, route: '/' }]
  }
  return fresh.map((item) => ({
    kind: 'waits',
    title: `Waits for you: ${item.title}`,
    body: item.why,
    route: `/plans/${item.plan_id}`,
  }))
}

export function newsOfEnd(plan: Finished): News {
  const changed = `${plan.files_modified} ${plan.files_modified === 1 ? 'file' : 'files'} changed`
  return {
    kind: 'finished',
    title: `Finished: ${plan.title}`,
    body: plan.state === 'applied' ? `Applied; ${changed}.` : 'Its report is ready.',
    route: `/plans/${plan.plan_id}`,
  }
}

/** Whether a window that the person looks at shows the matter already: its plan, or for what waits the Inbox. */
export function isShown({ kind, route }: News, lookedAt: string | null): boolean {
  if (lookedAt === null) return false
  const path = lookedAt.split('?')[0]
  return path === route || (kind === 'waits' && path === '/')
}

export const notificationChoices = ['all', 'waiting', 'off'] as const
export type NotificationChoice = (typeof notificationChoices)[number]

export function isWanted({ kind }: News, choice: NotificationChoice): boolean {
  return choice === 'all' || (choice === 'waiting' && kind === 'waits')
}
