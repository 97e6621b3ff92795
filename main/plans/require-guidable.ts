import { conflict, Refusal } from '@shared/model/refusal'
import type { Plan } from './domain/plan'
import type { PlanDeps } from './ports'
import { useAgainCommand } from './use-again'

type Deps = Pick<PlanDeps, 'resolveActor' | 'sandboxes' | 'plans'>
type Role = 'strategy' | 'execution'

/** Who would take up what a person says to the plan now. */
export const actingRole = ({ phase }: Pick<Plan, 'phase'>): Role => (phase === 'strategize' ? 'strategy' : 'execution')

/** The built-in actor of a role, which follows its arguments and nothing that it is told; null where a model acts. */
export function builtinOf(deps: Pick<Deps, 'resolveActor'>, plan: Plan, role: Role): string | null {
  try {
    const actor = deps.resolveActor(plan.action.actors[role] ?? null, role)
    return actor.kind === 'builtin' ? actor.name : null
  } catch (error) {
    // An actor that cannot be found is no built-in one; its run tells what is wrong with it.
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Refuses guidance that nobody would follow, with what can be done instead. */
export function requireGuidable(deps: Deps, plan: Plan, role: Role, choosable: boolean): void {
  const actor = builtinOf(deps, plan, role)
  if (actor === null) return
  const command = useAgainCommand(deps, plan)
  const paths = deps.sandboxes
    .get(plan.id)
    .filter(({ state }) => state === 'ready')
    .map(({ path }) => path)
  const ways = [
    ...(choosable ? ['choose another alternative of the decision'] : []),
    `use the action again with other arguments: ${command}`,
    ...(paths.length > 0 ? [`edit the sandbox by hand: ${paths.join(', ')}`] : []),
  ]
  throw conflict(
    'plan.takes_no_guidance',
    `${actor} is a built-in actor: it follows its arguments and takes no guidance. Nothing was run, and the plan stays as it was.`,
    {
      hint: `Instead: ${ways.join('; or ')}`,
      details: { plan_id: plan.id, actor, use_again: command, sandboxes: paths },
    },
  )
}
