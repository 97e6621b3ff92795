import type { PlanView } from '@shared/contract/plan-view'
import { useEffect, useRef } from 'react'
import { notify } from '../ui'
import { heldWords } from '../validations/words'
import { isRunning } from './words'

/** Says how it came out when a plan was checked again: where nothing changed, the screen alone would look as before. */
export function useCheckedAgain(plan: PlanView): { readonly begin: () => void } {
  const stage = useRef<'asked' | 'running' | null>(null)
  const running = isRunning(plan.state)
  useEffect(() => {
    if (running && stage.current === 'asked') stage.current = 'running'
    if (running || stage.current !== 'running') return
    stage.current = null
    if (plan.error) return
    if (plan.reason === 'validation') notify.problem({ message: 'Checked again', hint: heldWords(plan.validations) })
    else if (plan.reason === 'invariant')
      notify.problem({ message: 'Checked again: it still violates an invariant', hint: '' })
    else notify.done('Checked again: nothing holds the plan back')
  }, [running, plan])
  return {
    begin: () => {
      stage.current = 'asked'
    },
  }
}
