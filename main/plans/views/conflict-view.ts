import type { ApplyConflictView, ConflictSideView, PlanUpdateView } from '@shared/contract/plan-conflicts'
import type { PlanView } from '@shared/contract/plan-view'
import type { ApplyConflict, ApplyMode } from '../../sandboxes'
import { shownPath } from '../control/changed-paths'
import type { PlanUpdate } from '../control/update-plan'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'

/** Files whose content is sent; of more, only their names and versions are. */
const mostFiles = 50

/** Bytes of one side of a file that are sent; a larger one is told by its size alone. */
const mostBytes = 256 * 1024

type Deps = Pick<PlanDeps, 'sandboxes' | 'redact'>
type Side = ApplyConflict['sides']['base']

const isFile = (side: Side): boolean => side?.mode.startsWith('16') === false

async function sideView(deps: Deps, planId: string, resourceId: string, side: Side): Promise<ConflictSideView | null> {
  if (side === null) return null
  const { oid, mode } = side
  // A submodule is a commit, which has no text.
  if (!isFile(side)) return { oid, mode, size: 0, binary: true, text: null }
  const size = (await deps.sandboxes.sizes(planId, resourceId, [oid])).get(oid) ?? 0
  const bytes = await deps.sandboxes.content(planId, resourceId, oid, mostBytes)
  const binary = bytes?.includes(0) ?? false
  return { oid, mode, size, binary, text: bytes === null || binary ? null : bytes.toString('utf8') }
}

async function patchBetween(deps: Deps, planId: string, resourceId: string, one: Side, other: Side) {
  if (one === null || other === null || !isFile(one) || !isFile(other)) return null
  if (one.oid === other.oid) return ''
  const patch = await deps.sandboxes.patch(planId, resourceId, [one.oid, other.oid], mostBytes)
  return patch === null || patch.includes(0) ? null : patch.toString('utf8')
}

/** Every file in conflict with the three versions of it, and what lies between them. */
export async function conflictViews(
  deps: Deps,
  plan: Plan,
  conflicts: readonly ApplyConflict[],
): Promise<ApplyConflictView[]> {
  const shown = shownPath(deps, plan.id)
  const views: ApplyConflictView[] = []
  for (const [at, { resource, resourceId, path, reason, cause, sides }] of conflicts.entries()) {
    const whole = at < mostFiles
    const side = (name: keyof ApplyConflict['sides']) => sideView(deps, plan.id, resourceId, sides[name])
    const between = (one: Side, other: Side) => patchBetween(deps, plan.id, resourceId, one, other)
    const [base, now, planned] = [await side('base'), await side('now'), await side('plan')]
    const told = (one: ConflictSideView | null) => (one === null || whole ? one : { ...one, text: null })
    const anyBinary = [base, now, planned].some((one) => one?.binary === true)
    const patch = async (one: Side, other: Side) => (anyBinary || !whole ? null : between(one, other))
    views.push({
      resource,
      resource_id: resourceId,
      path: path === '' ? path : shown({ resourceId, path }),
      reason,
      cause,
      base: told(base),
      now: told(now),
      plan: told(planned),
      now_patch: await patch(sides.base, sides.now),
      plan_patch: await patch(sides.base, sides.plan),
      between_patch: await patch(sides.now, sides.plan),
    })
  }
  return views
}

/** What stands against applying a plan now. */
export async function presentConflicts(deps: Deps, plan: Plan, mode: ApplyMode): Promise<ApplyConflictView[]> {
  const preview = await deps.sandboxes.previewApply(plan.id, mode)
  return conflictViews(
    deps,
    plan,
    preview.resources.flatMap(({ conflicts }) => conflicts),
  )
}

export async function updateView(
  deps: Deps,
  update: PlanUpdate,
  plan: PlanView,
  dryRun: boolean,
): Promise<PlanUpdateView> {
  const views = await conflictViews(deps, update.plan, update.conflicts)
  return {
    plan_id: update.plan.id,
    resources: update.resources.map((one) => ({ ...one, incoming: [...one.incoming] })),
    conflicts: views.map((one, at) => ({ ...one, take: update.conflicts[at]?.take ?? null })),
    rejections: { carried: [...new Set(update.rejections.carried)], void: [...update.rejections.left] },
    dry_run: dryRun,
    plan,
  }
}
