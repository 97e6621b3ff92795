import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '@shared/contract'
import type { ChangeEvent } from '@shared/contract/events'
import type { PlanSummary } from '@shared/contract/plan-view'
import { freshItems, lookAt, type Look } from '@shared/model/inbox'
import { coreClient } from './core-client'
import type { CoreAddress } from './core-discovery'
import { type News, newsOfEnd, newsOfInbox } from './news'
import { type DesktopSettings, readDesktopSettings } from './desktop-settings'

/** How much waits for the person and what runs, as the core told last. */
export type Work = { readonly waiting: number; readonly running: readonly PlanSummary[] }
export const noWork: Work = { waiting: 0, running: [] }

export type FollowDeps = {
  readonly address: () => Promise<CoreAddress>
  readonly onWork: (work: Work) => void
  readonly onNews: (news: News) => void
  readonly onSettings: (settings: DesktopSettings) => void
  readonly signal: AbortSignal
}

const burstMs = 60
const firstPauseMs = 250
const longestPauseMs = 5000
/** More than these never come at once without being told in one sentence. */
const newest = 50

/** Follows the core until the signal ends it, over every break; a core that cannot be reached is tried again in silence. */
export async function followWork(deps: FollowDeps): Promise<void> {
  // Kept over breaks, so that a reconnection tells nothing twice; what waits at the start is no news.
  const told: Told = { items: null, ended: new Set() }
  let pauseMs = firstPauseMs
  while (!deps.signal.aborted) {
    const followed = await followOnce(deps, told)
    pauseMs = followed ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs)
    await delay(pauseMs, undefined, { ref: false })
  }
}

type Told = { items: Look | null; readonly ended: Set<string> }

/** One connection, from its start to its break; answers whether there was one. */
async function followOnce(deps: FollowDeps, told: Told): Promise<boolean> {
  let followed = false
  try {
    const client = coreClient(await deps.address())
    const stream = await client.events.subscribe({}, { signal: deps.signal })
    const refresh = inBursts(() => look(client, deps, told))
    deps.onSettings(await readDesktopSettings(client))
    for await (const event of stream) {
      followed = true
      await take(event, client, deps, told, refresh)
    }
  } catch {
    // No core, or its end: the windows' own lines say so where it matters, and this one only tries again.
  }
  return followed
}

async function take(event: ChangeEvent, client: Client, deps: FollowDeps, told: Told, refresh: () => void) {
  switch (event.topic) {
    case 'reset':
    case 'decision':
      return refresh()
    case 'plan':
      if (event.id !== null && (event.state === 'applied' || event.state === 'complete'))
        await tellEnd(event.id, client, deps, told)
      return refresh()
    case 'settings':
      return deps.onSettings(await readDesktopSettings(client))
    case 'resource':
    case 'project':
    case 'action':
    case 'actor':
    case 'provider':
    case 'profile':
    case 'review':
    case 'invariant':
    case 'validation':
    case 'heartbeat':
  }
}

async function tellEnd(planId: string, client: Client, deps: FollowDeps, told: Told): Promise<void> {
  const plan = await client.plans.status({ plan_id: planId })
  // A phase that is complete is no end; a read-only plan ends with its report.
  const hasEnded = plan.state === 'applied' || (plan.state === 'complete' && plan.report !== null)
  if (!hasEnded || told.ended.has(planId)) return
  told.ended.add(planId)
  deps.onNews(newsOfEnd(plan))
}

async function look(client: Client, deps: FollowDeps, told: Told): Promise<void> {
  const [{ items, total }, { plans }] = await Promise.all([
    client.inbox.list({ order: 'newest', limit: newest }),
    client.plans.list({ state: 'processing', limit: 100 }),
  ])
  if (deps.signal.aborted) return
  if (told.items !== null) for (const news of newsOfInbox(freshItems(told.items, items))) deps.onNews(news)
  told.items = lookAt(items, total)
  deps.onWork({ waiting: total, running: plans })
}

/** Runs the work a moment after it was asked for, one at a time, however often it is asked for meanwhile. */
function inBursts(work: () => Promise<void>): () => void {
  let isDue = false
  let isRunning = false
  const run = async () => {
    isRunning = true
    while (isDue) {
      await delay(burstMs, undefined, { ref: false })
      isDue = false
      // The stream that asked for it breaks as well where the core is gone, and the next one asks again.
      await work().catch(() => undefined)
    }
    isRunning = false
  }
  return () => {
    isDue = true
    if (!isRunning) void run()
  }
}
