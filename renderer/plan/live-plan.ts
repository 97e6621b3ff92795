import type { ActivityEvent, ActivityItem } from '@shared/contract/activity'
import { useEffect, useMemo } from 'react'
import { type Core, useCore } from '../core/core'
import { type Observable, observable, type Writable } from '../observable'
import { appendItems } from './activity-rows'

export type Streaming = { readonly kind: 'text' | 'reasoning' | 'tool_arguments' | 'output'; readonly text: string }

export type LivePlan = {
  readonly items: readonly ActivityItem[]
  /** What is being written right now; null between answers. */
  readonly streaming: Streaming | null
  readonly loaded: boolean
}

const streamingCap = 20_000

function grow(before: Streaming | null, kind: Streaming['kind'], text: string): Streaming {
  const whole = before?.kind === kind ? before.text + text : text
  return { kind, text: whole.length > streamingCap ? whole.slice(-streamingCap) : whole }
}

/** What the screen holds after one message of the stream. */
export function advance(live: LivePlan, event: ActivityEvent): LivePlan {
  switch (event.type) {
    case 'snapshot':
      return { items: appendItems(live.items, event.items), streaming: null, loaded: true }
    case 'append':
      return { ...live, items: appendItems(live.items, event.items), streaming: null }
    case 'delta':
      return { ...live, streaming: grow(live.streaming, event.kind, event.text) }
    case 'plan':
      return live
  }
}

function take(core: Core, planId: string, live: Writable<LivePlan>, event: ActivityEvent): void {
  live.set(advance(live.get(), event))
  if (event.type === 'snapshot' || event.type === 'plan')
    core.queries.setQueryData(core.ask.plans.status.queryKey({ input: { plan_id: planId } }), event.plan)
  else if (event.type === 'append' && event.items.some((item) => item.kind === 'decision'))
    void core.queries.invalidateQueries({ queryKey: core.ask.plans.tree.key({ input: { plan_id: planId } }) })
}

async function follow(core: Core, planId: string, live: Writable<LivePlan>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await core.connection.ready()
    try {
      const after = live.get().items.at(-1)?.seq
      const stream = await core.client.plans.activity({ plan_id: planId, after }, { signal })
      for await (const event of stream) take(core, planId, live, event)
    } catch {
      // The line broke, or the plan is not there, which the status query says on screen.
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Follows one plan while its screen is open. */
export function useLivePlan(planId: string): Observable<LivePlan> {
  const core = useCore()
  // A new plan starts from nothing.
  // oxlint-disable-next-line react/exhaustive-deps
  const live = useMemo(() => observable<LivePlan>({ items: [], streaming: null, loaded: false }), [planId])
  useEffect(() => {
    const end = new AbortController()
    void follow(core, planId, live, end.signal)
    return () => end.abort()
  }, [core, planId, live])
  return live
}
