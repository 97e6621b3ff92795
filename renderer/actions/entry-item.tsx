import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../ui'

/** One entry of a list in an action's text: what names it stands beside what takes it out. */
export function EntryItem(props: {
  readonly name: string
  readonly removeLabel: string
  readonly onRemove: () => void
  readonly head: ReactNode
  readonly children: ReactNode
}) {
  return (
    <li aria-label={props.name} className="flex flex-col gap-3 rounded-md border border-line bg-canvas p-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">{props.head}</div>
        <span className="pt-6">
          <IconButton icon={Trash2} label={props.removeLabel} onClick={props.onRemove} />
        </span>
      </div>
      {props.children}
    </li>
  )
}
