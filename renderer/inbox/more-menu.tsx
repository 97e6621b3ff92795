import type { InboxItem } from '@shared/contract/inbox'
import { Ban, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { CancelDialog } from '../plan/cancel-dialog'
import { usePlanCommands } from '../plan/use-plan-commands'
import { IconButton, Menu } from '../ui'

/** The way out of every kind of item: to end its plan. */
export function MoreMenu({ item }: { readonly item: InboxItem }) {
  const { cancel } = usePlanCommands(item.plan_id)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Menu
        trigger={<IconButton icon={Ellipsis} label="More" />}
        items={[
          {
            label: 'Cancel plan…',
            icon: Ban,
            note: 'removes its sandbox; your files stay',
            danger: true,
            onSelect: () => setAsking(true),
          },
        ]}
      />
      <CancelDialog
        files={item.files_modified}
        open={asking}
        onClose={() => setAsking(false)}
        onCancel={() => {
          setAsking(false)
          cancel.run()
        }}
      />
    </>
  )
}
