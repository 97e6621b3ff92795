import type { PlanView } from '@shared/contract/plan-view'
import { useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, History, RotateCcw, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { againSearch } from './again'
import { IconButton, Menu, notify } from '../ui'
import { UndoDialog } from './undo-dialog'

/** What one seldom wants of a plan. */
export function PlanMenu({ plan }: { readonly plan: PlanView }) {
  const navigate = useNavigate()
  const [undoing, setUndoing] = useState<PlanView['undo']>(null)
  const again = () => void navigate({ to: '/plans/new', search: againSearch(plan) })
  const toCheckpoints = () =>
    void navigate({ to: '/plans/$planId', params: { planId: plan.plan_id }, search: { tab: 'checkpoints' } })
  const copy = async () => {
    await navigator.clipboard.writeText(plan.plan_id)
    notify.done('The plan’s id is copied')
  }
  return (
    <>
      <Menu
        trigger={<IconButton icon={Ellipsis} label="More" />}
        items={[
          ...(plan.undo ? [{ label: `${plan.undo.label}…`, icon: Undo2, onSelect: () => setUndoing(plan.undo) }] : []),
          ...(plan.state === 'applied' && plan.checkpoints > 0
            ? [{ label: 'Roll back to a checkpoint…', icon: History, onSelect: toCheckpoints }]
            : []),
          { label: 'Use again with other arguments…', icon: RotateCcw, onSelect: again },
          { label: 'Copy id', icon: Copy, onSelect: () => void copy() },
        ]}
      />
      {undoing && <UndoDialog plan={plan} undo={undoing} onClose={() => setUndoing(null)} />}
    </>
  )
}
