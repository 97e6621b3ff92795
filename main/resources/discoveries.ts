import { Refusal } from '@shared/model/refusal'
import type { DiscoveryState } from '@shared/model/resource'
import { discoverCheckout } from './discover-checkout'
import { discoverFolder } from './discover-folder'
import { type Resource, totalOf } from './domain/resource'
import type { ResourceDeps } from './ports'
import type { Checkout } from './probe-checkout'
import { resourceById, runningDiscoveries, setDiscovery, storeDiscovered } from './repository'

export type DiscoveryProgress = { readonly phase: string; readonly found: number; readonly state: DiscoveryState }

/** The discoveries that run in this process, one a resource. */
export type Discoveries = {
  /** Begins a discovery in the background; joins the one that runs. `checkout` is what the caller has just probed. */
  start(resource: Resource, checkout?: Checkout): void
  /** Ends a running discovery; what was known before it is kept. Answers once it has ended. */
  cancel(resourceId: string): Promise<void>
  /** The present progress, then each change, then one last message whose state is not `running`. Slow readers skip. */
  follow(resourceId: string, signal?: AbortSignal): AsyncGenerator<DiscoveryProgress, void>
  /** Answers once the resource's discovery, if one runs, has ended. */
  settled(resourceId: string): Promise<void>
  /** Marks discoveries that an ended process left as running; called once when the application starts. */
  recover(): void
  close(): Promise<void>
}

class Job {
  readonly ending = new AbortController()
  progress: DiscoveryProgress = { phase: 'starting', found: 0, state: 'running' }
  done: Promise<void> = Promise.resolve()
  private change = Promise.withResolvers<void>()

  set(progress: DiscoveryProgress): void {
    this.progress = progress
    const { resolve } = this.change
    this.change = Promise.withResolvers<void>()
    resolve()
  }

  /** Answers at the next change, or when the reader leaves. */
  async next(signal: AbortSignal | undefined): Promise<void> {
    const left = Promise.withResolvers<void>()
    const leave = () => left.resolve()
    signal?.addEventListener('abort', leave, { once: true })
    await Promise.race([this.change.promise, left.promise])
    signal?.removeEventListener('abort', leave)
  }
}

/** Finds a resource's children and stores them; answers with how it ended. */
async function runDiscovery(
  deps: ResourceDeps,
  resource: Resource,
  job: Job,
  checkout?: Checkout,
): Promise<DiscoveryProgress> {
  const { signal } = job.ending
  const report = (phase: string, found: number) => job.set({ phase, found, state: 'running' })
  const discover = resource.type === 'git-checkout' ? discoverCheckout : discoverFolder
  try {
    const found = await discover(deps, resource, { signal, report, checkout })
    signal.throwIfAborted()
    storeDiscovered(deps.db, resource.id, found, deps.newId)
    return { phase: 'done', found: totalOf(found.counts), state: 'complete' }
  } catch (error) {
    const state = signal.aborted ? 'cancelled' : 'failed'
    if (state === 'failed' && !(error instanceof Refusal)) deps.onFault(error)
    const why = error instanceof Refusal ? error.message : 'The discovery failed; what was known before is kept.'
    setDiscovery(deps.db, resource.id, state, state === 'failed' ? withWarning(resource, why) : undefined)
    return { phase: state, found: job.progress.found, state }
  }
}

function withWarning(resource: Resource, warning: string): readonly string[] {
  return [...resource.warnings.filter((known) => known !== warning), warning]
}

export function createDiscoveries(deps: ResourceDeps): Discoveries {
  const jobs = new Map<string, Job>()

  const start = (resource: Resource, checkout?: Checkout) => {
    if (jobs.has(resource.id)) return
    const job = new Job()
    jobs.set(resource.id, job)
    setDiscovery(deps.db, resource.id, 'running')
    const run = async () => {
      const last = await runDiscovery(deps, resource, job, checkout)
      jobs.delete(resource.id)
      job.set(last)
      deps.changed('resource', resource.id)
    }
    job.done = run().catch(deps.onFault)
  }

  async function* follow(resourceId: string, signal?: AbortSignal): AsyncGenerator<DiscoveryProgress, void> {
    const job = jobs.get(resourceId)
    if (!job) {
      const resource = resourceById(deps.db, resourceId)
      if (resource) yield { phase: 'done', found: totalOf(resource.counts), state: resource.discovery }
      return
    }
    for (;;) {
      if (signal?.aborted) return
      const { progress } = job
      yield progress
      if (progress.state !== 'running') return
      if (progress === job.progress) await job.next(signal)
    }
  }

  const settled = async (resourceId: string) => jobs.get(resourceId)?.done
  const cancel = async (resourceId: string) => {
    jobs.get(resourceId)?.ending.abort()
    await settled(resourceId)
  }
  const recover = () => {
    for (const id of runningDiscoveries(deps.db)) {
      const resource = jobs.has(id) ? undefined : resourceById(deps.db, id)
      if (resource)
        setDiscovery(deps.db, id, 'failed', withWarning(resource, 'The discovery was interrupted; run it again.'))
    }
  }
  const close = async () => {
    await Promise.all([...jobs.keys()].map(cancel))
  }
  return { start, cancel, follow, settled, recover, close }
}
