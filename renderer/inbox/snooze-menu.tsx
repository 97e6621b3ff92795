import type { InboxItem } from '@shared/contract/inbox'
import { Clock, ClockArrowUp } from 'lucide-react'
import { useState } from 'react'
import { useCore } from '../core/core'
import { useCommand } from '../core/use-command'
import { useShortcuts } from '../core/use-shortcuts'
import { formatSoon } from '../format/format'
import { Button, Menu, notify, useNow } from '../ui'
import { snoozeTimes } from './snooze-times'

/** Puts a waiting item out of sight until a moment, or brings it back. */
export function SnoozeMenu({ item }: { readonly item: InboxItem }) {
  const { client } = useCore()
  const [open, setOpen] = useState(false)
  const now = useNow()
  const snooze = useCommand((until: number | null) => client.inbox.snooze({ item_id: item.id, until }), {
    onDone: (_output, until) =>
      until !== null &&
      notify.done(`Snoozed until ${formatSoon(until)}`, {
        action: { label: 'Undo', run: () => snooze.run(null) },
      }),
  })
  const snoozed = item.snoozed_until !== null
  useShortcuts({ h: () => (snoozed ? snooze.run(null) : setOpen(true)) })
  if (snoozed)
    return (
      <Button icon={ClockArrowUp} shortcut="h" busy={snooze.busy} onClick={() => snooze.run(null)}>
        Bring back
      </Button>
    )
  return (
    <Menu
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button icon={Clock} shortcut="h" busy={snooze.busy}>
          Snooze
        </Button>
      }
      items={snoozeTimes(now).map(({ label, until }) => ({
        label,
        note: formatSoon(until),
        onSelect: () => snooze.run(until),
      }))}
    />
  )
}
