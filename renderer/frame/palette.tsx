import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { readPreference, writePreference } from '../preferences'
import { Dialog, Kbd } from '../ui'
import { type Entry, useEntries } from './palette-entries'
import { rank } from '../format/rank'

const groupOrder: readonly Entry['group'][] = ['Commands', 'Screens', 'Plans', 'Projects', 'Resources', 'Actions']

/** Groups in the order of their best match while one types, else in a fixed order. */
function grouped(entries: readonly Entry[], typed: boolean): readonly (readonly [Entry['group'], readonly Entry[]])[] {
  const groups = typed ? [...new Set(entries.map((entry) => entry.group))] : groupOrder
  return groups
    .map((group) => [group, entries.filter((entry) => entry.group === group)] as const)
    .filter(([, members]) => members.length > 0)
}

function Contents(props: { readonly onShortcuts: () => void; readonly onClose: () => void }) {
  const entries = useEntries({ openPalette: props.onClose, openSheet: props.onShortcuts })
  const [query, setQuery] = useState('')
  const [recent] = useState(() => readPreference<string[]>('palette.recent', []))
  const found = useMemo(() => rank(entries, query, recent), [entries, query, recent])
  const choose = (entry: Entry) => {
    writePreference('palette.recent', [entry.id, ...recent.filter((id) => id !== entry.id)].slice(0, 12))
    props.onClose()
    entry.run()
  }
  return (
    <Command shouldFilter={false} loop label="Search and commands" className="flex min-h-0 flex-col">
      <div className="flex h-11 shrink-0 items-center gap-2.5 border-b border-line px-3.5">
        <Search size={15} aria-hidden className="text-muted" />
        <Command.Input
          autoFocus
          value={query}
          onValueChange={setQuery}
          placeholder="Go to a screen, plan, project, or run a command"
          className="h-full flex-1 bg-transparent text-[14px] outline-none"
        />
        <Kbd keys="Esc" />
      </div>
      <Command.List className="max-h-[52vh] min-h-0 overflow-y-auto p-1.5">
        <Command.Empty className="px-3 py-6 text-center text-muted">Nothing is called like that.</Command.Empty>
        {grouped(found, query.trim() !== '').map(([group, members]) => (
          <Command.Group
            key={group}
            heading={group}
            className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:text-muted"
          >
            {members.map((entry) => {
              const Icon = entry.icon
              return (
                <Command.Item
                  key={entry.id}
                  value={entry.id}
                  onSelect={() => choose(entry)}
                  className="flex h-row items-center gap-2.5 rounded-md px-2 data-[selected=true]:bg-selected"
                >
                  <Icon size={15} aria-hidden className="shrink-0 text-muted" strokeWidth={1.75} />
                  <span className="min-w-0 flex-1 truncate">{entry.label}</span>
                  {entry.note && <span className="mono shrink-0 text-muted">{entry.note}</span>}
                  {entry.keys && <Kbd keys={entry.keys} />}
                </Command.Item>
              )
            })}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  )
}

export function Palette(props: {
  readonly open: boolean
  readonly onClose: () => void
  readonly onShortcuts: () => void
}) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title="Search and commands" bare>
      <Contents onShortcuts={props.onShortcuts} onClose={props.onClose} />
    </Dialog>
  )
}
