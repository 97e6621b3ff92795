import type { PlanView } from '@shared/contract/plan-view'
import { isBuiltIn } from '@shared/model/built-in'

/** The built-in actor that acts for a plan now and takes no guidance; null where a model does, or a held call can be answered. */
export function builtinActor(plan: Pick<PlanView, 'actors' | 'phase' | 'reason'>): string | null {
  if (plan.reason === 'guard') return null
  const name = plan.actors[plan.phase === 'strategize' ? 'strategy' : 'execution'] ?? ''
  return isBuiltIn(name) ? name : null
}

export const noGuidance = (actor: string): string => `${actor} follows its arguments and takes no guidance.`
