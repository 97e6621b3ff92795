import type { Turn } from '../../models'
import type { PlanError } from '../domain/plan'
import { planError } from './outcome'
import type { Session } from './session'

/** How the words begin with which a model is told, so that what it had tried before is not held against it again. */
const toldBegins = 'Your finish was not accepted: nothing was changed.'
const longestReason = 300

const told = `${toldBegins} Each call that should have changed something failed. Try again in another way; where nothing is to be changed, finish again and say why.`

/**
 * The error of an Execute that its model has finished although all that it tried to change failed and nothing is changed; null
 * where it tried nothing, or something went well.
 */
export function nothingDone(session: Session): PlanError | null {
  const { deps, plan, phase, toolbox } = session
  const turns = deps.conversation.turns<Turn>(plan.id, phase)
  const from = turns.findLastIndex(({ turn }) => turn.role === 'user' && turn.text.startsWith(toldBegins))
  const live = new Set(turns.slice(from + 1).map(({ seq }) => seq))
  const tried = deps.conversation
    .callsOf(plan.id, phase)
    .filter(({ name, turnSeq }) => live.has(turnSeq) && toolbox.writes(name))
  const last = tried.at(-1)
  if (!last || tried.some(({ isError }) => !isError)) return null
  deps.conversation.append(plan.id, phase, { role: 'user', text: told })
  const many = tried.length === 1 ? 'The one call' : `Each of the ${tried.length} calls`
  return planError(
    'execute.nothing_done',
    `Nothing was changed, so there is nothing to apply. ${many} that should have changed something failed, and the actor finished all the same.`,
    {
      hint: `The last, ${last.name}, answered: ${(last.result ?? '').slice(0, longestReason)} — remove the cause or give guidance, then resume.`,
      tool: last.name,
    },
  )
}
