import type { PlanView } from '@shared/contract/plan-view'
import { useState } from 'react'
import { useShortcuts } from '../core/use-shortcuts'
import { CorrectDialog } from '../plan/correct-dialog'
import { useRemedies } from '../plan/use-remedies'
import { Button } from '../ui'

/** What changes the work that a check failed on: another answer of the latest choice, or its files by hand. */
export function RemedySteps({ plan }: { readonly plan: PlanView }) {
  const { choice, offered, openSandbox } = useRemedies(plan)
  const [choosing, setChoosing] = useState(false)
  const choose = () => setChoosing(true)
  useShortcuts({ a: choice ? choose : offered.sandbox ? openSandbox : undefined })
  return (
    <>
      {choice && (
        <Button variant="primary" shortcut="a" onClick={choose}>
          Choose another…
        </Button>
      )}
      {offered.sandbox && (
        <Button {...(choice ? {} : { variant: 'primary', shortcut: 'a' })} onClick={openSandbox}>
          Open the sandbox
        </Button>
      )}
      {choosing && choice && (
        <CorrectDialog
          decision={{ ...choice, plan_id: plan.plan_id }}
          choose={null}
          alternatives
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}
