import type { ConfigEntry } from '@shared/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAsk, useCore } from '../core/core'
import { QueryView } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { Button, Chip, notify, Select, TextInput } from '../ui'

const shown = (value: ConfigEntry['value']) => (value === null ? '' : String(value))

/** The values that an entry takes, where it takes no others. */
function useChoices(entry: ConfigEntry): readonly string[] | null {
  const profiles = useQuery({ ...useAsk().profiles.list.queryOptions(), enabled: entry.type === 'profile' })
  if (entry.type !== 'profile') return entry.choices
  return profiles.data?.profiles.map((profile) => profile.name) ?? null
}

function Entry({ entry }: { readonly entry: ConfigEntry }) {
  const { client } = useCore()
  const [draft, setDraft] = useState<string | null>(null)
  const set = useCommand((value: string) => client.settings.set({ key: entry.key, value }), {
    onDone: (now) => {
      setDraft(null)
      notify.done(`${now.key} is set`, {
        action: { label: 'Undo', run: () => set.run(shown(now.previous)) },
      })
    },
  })
  // What the environment sets can only be changed there, and secrets are not kept in the configuration.
  const choices = useChoices(entry)
  const fixed = entry.source === 'environment' || entry.secret
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_16rem] items-start gap-x-4 gap-y-1 border-b border-line px-3 py-2 last:border-b-0 max-[1099px]:grid-cols-1">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <label htmlFor={choices ? undefined : `config-${entry.key}`} className="mono font-medium break-all">
            {entry.key}
          </label>
          {entry.source !== 'default' && <Chip>{entry.source}</Chip>}
        </div>
        <p className="text-sm text-muted">{entry.description}</p>
      </div>
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (draft !== null) set.run(draft)
        }}
      >
        {choices ? (
          <Select
            label={entry.key}
            disabled={fixed || set.busy}
            value={shown(entry.value)}
            onChange={(value) => set.run(value)}
            options={choices.map((value) => ({ value, label: value }))}
          />
        ) : (
          <TextInput
            id={`config-${entry.key}`}
            mono
            disabled={fixed}
            value={draft ?? (entry.secret ? (entry.value === null ? 'not set' : 'set') : shown(entry.value))}
            placeholder="not set"
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && setDraft(null)}
          />
        )}
        {draft !== null && draft !== shown(entry.value) && (
          <Button type="submit" variant="primary" busy={set.busy}>
            Set
          </Button>
        )}
      </form>
    </li>
  )
}

export function ConfigurationPart() {
  const [text, setText] = useState('')
  const query = useQuery(useAsk().settings.list.queryOptions({ input: {} }))
  return (
    <>
      <p className="text-muted">
        Everything that <code className="text-ink">config.toml</code> knows. The environment wins over the project, the
        project over the file.
      </p>
      <TextInput
        type="search"
        aria-label="Filter configuration"
        placeholder="Filter…"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <QueryView query={query}>
        {({ entries }) => (
          <ul aria-label="Configuration" className="overflow-hidden rounded-md border border-line">
            {entries
              .filter((entry) => `${entry.key} ${entry.description}`.toLowerCase().includes(text.trim().toLowerCase()))
              .map((entry) => (
                <Entry key={entry.key} entry={entry} />
              ))}
          </ul>
        )}
      </QueryView>
    </>
  )
}
