import type { PlanView } from '@shared/contract/plan-view'
import { useQuery } from '@tanstack/react-query'
import { History, PencilLine, Search } from 'lucide-react'
import { useState } from 'react'
import { ButtonLink } from '../core/button-link'
import { useAsk } from '../core/core'
import { Button } from '../ui'
import { CorrectDialog } from './correct-dialog'
import { RollbackDialog } from './rollback-dialog'

export const isToRecover = (plan: Pick<PlanView, 'state' | 'error'>): boolean =>
  plan.state === 'errored' && plan.error?.code === 'apply.post_validation'

/** After a check of the target failed: the decision that it most likely goes back to, and the ways out. */
export function Recovery({ plan }: { readonly plan: PlanView }) {
  const [doing, setDoing] = useState<'rollback' | 'correct' | null>(null)
  const { data } = useQuery(useAsk().plans.artifacts.queryOptions({ input: { plan_id: plan.plan_id } }))
  const cause = plan.root_cause
  const checkpoint = data?.checkpoints.find(({ id }) => id === cause?.checkpoint_id) ?? data?.checkpoints[0]
  const close = () => setDoing(null)
  return (
    <section aria-label="Recovery" className="mt-2 flex flex-col gap-2">
      {cause && (
        <div>
          <p className="text-sm text-muted">Probable root cause</p>
          <p className="font-medium break-words">{cause.chosen || cause.question}</p>
          <p className="break-words text-muted">{cause.why}</p>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {checkpoint && (
          <Button icon={History} onClick={() => setDoing('rollback')}>
            Roll back…
          </Button>
        )}
        {cause && (
          <>
            <Button icon={PencilLine} onClick={() => setDoing('correct')}>
              Correct this decision…
            </Button>
            <ButtonLink
              icon={Search}
              to="/plans/$planId"
              params={{ planId: plan.plan_id }}
              search={{ decision: cause.decision_id }}
            >
              Explain it
            </ButtonLink>
          </>
        )}
      </div>
      {doing === 'rollback' && checkpoint && <RollbackDialog plan={plan} checkpoint={checkpoint} onClose={close} />}
      {doing === 'correct' && cause && (
        <CorrectDialog
          decision={{ id: cause.decision_id, plan_id: plan.plan_id, question: cause.question }}
          choose={null}
          onClose={close}
        />
      )}
    </section>
  )
}

/** The same from the Inbox, which holds no whole plan. */
export function RecoveryOf({ planId }: { readonly planId: string }) {
  const { data } = useQuery(useAsk().plans.status.queryOptions({ input: { plan_id: planId } }))
  return data && isToRecover(data) ? <Recovery plan={data} /> : null
}
