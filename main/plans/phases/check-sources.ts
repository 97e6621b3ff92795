import type { BaseState, SourceDrift } from '../../sandboxes'
import type { Plan } from '../domain/plan'
import type { PauseReason } from '../domain/transition'
import type { PlanDeps, SourceWatch } from '../ports'
import type { PlanResource } from '../repository'
import type { Session } from './session'

/** A source that a plan may change: what is seen of it while the plan runs, and the paths in it that calls have named. */
export type WatchedSource = { readonly watch: SourceWatch; readonly subdir: string; readonly named: Set<string> }

const keptPaths = 200

/** Watches every source that a plan may change, until the session ends. */
export function watchSources(deps: PlanDeps, plan: Plan): ReadonlyMap<string, WatchedSource> {
  const writable = deps.plans.resources(plan.id).filter(({ readOnly }) => !readOnly)
  return new Map(
    writable.map(({ resourceId, path, base }) => {
      // Written by the sandbox slice when the plan was made.
      const { strategy, repoRoot, commonDir, branch, subdir } = base as BaseState
      const isFolder = strategy === 'filesystem_copy'
      const watch = deps.watchSource(
        isFolder ? { top: path, commonDir: null, branch: null } : { top: repoRoot, commonDir, branch },
      )
      return [resourceId, { watch, subdir, named: new Set<string>() }]
    }),
  )
}

function nameIn(session: Session, resourceId: string, paths: readonly string[], whole: boolean): void {
  const source = session.sources.get(resourceId)
  if (!source) return
  for (const given of paths) {
    const path = whole || source.subdir === '' ? given : `${source.subdir}/${given}`
    if (path === '' || source.named.has(path)) continue
    source.named.add(path)
    source.watch.add(path)
  }
}

/** Remembers the paths that a call names: a change of them by others holds the plan from here on. */
export function nameCall(session: Session, name: string, args: unknown): void {
  for (const { resourceId, paths } of session.toolbox.names(name, args)) nameIn(session, resourceId, paths, false)
}

/** Remembers what a command turned out to have changed. */
export function nameChanged(session: Session, changed: readonly { resourceId: string; path: string }[]): void {
  for (const { resourceId, path } of changed) nameIn(session, resourceId, [path], true)
}

function tell(session: Session, resource: PlanResource, drift: SourceDrift, touched: readonly string[]): void {
  const { deps, plan, phase } = session
  const { name } = resource
  const paths = [...new Set([...drift.paths, ...drift.moved])]
  const what = drift.head ? 'its HEAD moved' : drift.paths.slice(0, 5).join(', ') || 'its index changed'
  const title =
    touched.length > 0
      ? `${touched.slice(0, 5).join(', ')} changed in the source of ${name}, where this plan works`
      : `The source of ${name} changed meanwhile: ${what}`
  deps.activity.add(plan.id, { phase, kind: 'notice', title, body: paths.slice(0, keptPaths).join('\n') })
}

/**
 * Compares the sources with how they were last seen and tells what changed. That pauses the plan where a command of ours
 * may have done it, or where a call of the plan has named the path; a commit elsewhere that touches none of these does not.
 */
export async function checkSources(session: Session, duringCommand: boolean): Promise<PauseReason | null> {
  const { deps, plan, seen } = session
  let pauses = false
  for (const resource of deps.plans.resources(plan.id)) {
    if (resource.readOnly) continue
    const { resourceId, name, path } = resource
    const base = resource.base as BaseState
    const source = { strategy: base.strategy, resourceId, name, path, branch: base.branch }
    const drift = await deps.sandboxes.compareSource(source, seen.get(resourceId) ?? base.fingerprint)
    if (!drift) continue
    seen.set(resourceId, drift.now)
    const named = session.sources.get(resourceId)?.named
    const paths = [...new Set([...drift.paths, ...drift.moved])]
    const touched = paths.filter((one) => named?.has(one))
    tell(session, resource, drift, touched)
    if (touched.length === 0 && !duringCommand) continue
    pauses = true
    session.drift.push({ resource: name, paths: (touched.length > 0 ? touched : paths).slice(0, keptPaths) })
  }
  return pauses ? 'source_changed' : null
}

/** Looks at the sources before a step where something stirred in one, and before every command. */
export async function checkBeforeStep(session: Session, isCommand: boolean): Promise<PauseReason | null> {
  const stirred = [...session.sources.values()].filter(({ watch }) => watch.stirred())
  return isCommand || stirred.length > 0 ? checkSources(session, false) : null
}

/** Takes what others changed between two runs of a plan as seen: it was told, or waited at the end of the last run. */
export async function takeAsSeen(session: Session): Promise<void> {
  await checkSources(session, false)
  session.drift.length = 0
}

export function closeSources({ sources }: Session): void {
  for (const { watch } of sources.values()) watch.close()
}
