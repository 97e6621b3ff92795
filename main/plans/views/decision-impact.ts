import type { DecisionDetail } from '@shared/contract/decisions'
import type { Decision } from '../../decisions'
import { hasApplied } from '../control/before-change'
import { recordedReach } from '../control/replay-work'
import { childrenOf, correctionImpact } from '../domain/correction-impact'
import type { PlanDeps } from '../ports'

/** How far correcting a decision would reach, told by the same rules as the preview of the correction. */
export function decisionImpact(
  deps: Pick<PlanDeps, 'decisions' | 'sandboxes' | 'plans'>,
  target: Decision,
): DecisionDetail['impact'] {
  if (target.supersededAt !== null) return { decisions: 0, files: 0, level: 'low', reasons: [] }
  const live = deps.decisions.live(target.planId)
  const { affected, commands } = recordedReach(deps, target.planId, target)
  const reached = live.filter(({ id }) => affected.has(id))
  const files = new Set(reached.flatMap(({ artifacts }) => artifacts)).size
  const { level, reasons } = correctionImpact({
    decisions: reached.length,
    files,
    children: childrenOf(affected, live, deps.plans.childrenOf(target.planId)).length,
    commands,
    conflicts: 0,
    restarts: target.phase === 'strategize' && deps.plans.byId(target.planId)?.phase !== 'strategize',
    reverts: hasApplied(deps, target.planId),
  })
  return { decisions: reached.length, files, level, reasons: [...reasons] }
}
