import { isTerminal, type Phase, type PlanState } from './plan'

type Standing = { readonly phase: Phase; readonly state: PlanState; readonly gate: Phase | null }

/** Whether Execute has come to its end, so that Apply is what looks at the work next. */
const isPastExecute = ({ phase, state, gate }: Standing): boolean =>
  phase === 'apply' || (phase === 'execute' && (state === 'complete' || gate === 'apply'))

/** When a rule of a plan that has no verdict yet gets one: a machine looks before Apply too, a judge of words does not. */
export function nextCheck(plan: Standing, by: 'machine' | 'judge'): string {
  if (isTerminal(plan.state)) return 'not checked: the plan has ended'
  if (by === 'machine') return isPastExecute(plan) ? 'is checked before Apply' : 'is checked when Execute ends'
  if (isPastExecute(plan))
    return 'not judged: Execute had ended before it was added; it is judged when Execute runs again'
  return `is judged when ${plan.phase === 'strategize' ? 'Strategize' : 'Execute'} ends`
}
