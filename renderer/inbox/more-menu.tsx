import type { InboxItem } from '@shared/contract/inbox'
import type { PlanView } from '@shared/contract/plan-view'
import { useQuery } from '@tanstack/react-query'
import { Ban, Ellipsis, History, PencilLine, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useAsk } from '../core/core'
import { CancelDialog } from '../plan/cancel-dialog'
import { UndoDialog } from '../plan/undo-dialog'
import { usePlanCommands } from '../plan/use-plan-commands'
import { IconButton, Menu } from '../ui'
import { CorrectFromInbox, RollBackFromInbox } from './step-back'

type Asking = 'correct' | 'roll back' | 'cancel' | NonNullable<PlanView['undo']>

/** The ways back and out that every kind of item has: to decide otherwise, to roll back, to undo, to end its plan. */
export function MoreMenu({ item }: { readonly item: InboxItem }) {
  const { cancel } = usePlanCommands(item.plan_id)
  const [asking, setAsking] = useState<Asking | null>(null)
  const { data: plan } = useQuery(useAsk().plans.status.queryOptions({ input: { plan_id: item.plan_id } }))
  const close = () => setAsking(null)
  const undo = plan?.undo
  return (
    <>
      <Menu
        trigger={<IconButton icon={Ellipsis} label="More" />}
        items={[
          { label: 'Correct a decision…', icon: PencilLine, onSelect: () => setAsking('correct') },
          ...(plan && plan.checkpoints > 0
            ? [{ label: 'Roll back…', icon: History, onSelect: () => setAsking('roll back') }]
            : []),
          ...(undo ? [{ label: `${undo.label}…`, icon: Undo2, onSelect: () => setAsking(undo) }] : []),
          {
            label: 'Cancel plan…',
            icon: Ban,
            note: 'removes its sandbox; your files stay',
            danger: true,
            onSelect: () => setAsking('cancel'),
          },
        ]}
      />
      {asking === 'correct' && <CorrectFromInbox planId={item.plan_id} onClose={close} />}
      {asking === 'roll back' && plan && <RollBackFromInbox plan={plan} onClose={close} />}
      {plan && asking !== null && typeof asking === 'object' && (
        <UndoDialog plan={plan} undo={asking} onClose={close} />
      )}
      <CancelDialog
        files={item.files_modified}
        open={asking === 'cancel'}
        onClose={close}
        onCancel={() => {
          close()
          cancel.run()
        }}
      />
    </>
  )
}
