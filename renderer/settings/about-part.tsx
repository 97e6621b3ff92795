import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useAsk } from '../core/core'
import { QueryView } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { desktop } from '../desktop'
import { plural } from '../format/format'
import { Banner, Button, Dialog, Facts, Section, TextInput, VirtualList } from '../ui'

const updateKey = ['desktop', 'updates']

function Updates() {
  const queries = useQueryClient()
  const state = useQuery({
    queryKey: updateKey,
    queryFn: () => desktop()?.native.updateState() ?? null,
    staleTime: 0,
    // The shell tells no page of its own accord; while it looks or loads, the answer is about to change.
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'checking' || data?.state === 'downloading' ? 1000 : false,
  })
  const check = useCommand(async () => desktop()?.native.runCommand('check-updates'), {
    onDone: () => void queries.invalidateQueries({ queryKey: updateKey }),
  })
  if (!state.data) return null
  const { state: name, message } = state.data
  return (
    <Section
      title="Updates"
      actions={
        <>
          {name === 'ready' && (
            <Button variant="primary" onClick={() => void desktop()?.native.installUpdate()}>
              Restart to update
            </Button>
          )}
          {name !== 'off' && (
            <Button icon={RotateCw} busy={check.busy || name === 'checking'} onClick={() => check.run()}>
              Check for updates
            </Button>
          )}
        </>
      }
    >
      {name === 'failed' ? (
        <Banner look="warning">{message} This version goes on working; the next try is made by itself.</Banner>
      ) : (
        <p role="status" className="text-muted">
          {message}
        </p>
      )}
    </Section>
  )
}

type Licence = {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly text: string
}

async function readLicences(): Promise<readonly Licence[]> {
  const answer = await fetch('third-party-licences.json')
  if (!answer.ok) throw new Error(`The list of licences could not be read: ${answer.status}.`)
  return (await answer.json()) as readonly Licence[]
}

function Licences() {
  const query = useQuery({ queryKey: ['licences'], queryFn: readLicences, staleTime: Infinity })
  const [text, setText] = useState('')
  const [open, setOpen] = useState<Licence | null>(null)
  const matching = (all: readonly Licence[]) =>
    all.filter((one) => `${one.name} ${one.licence}`.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <Section title="Third-party licences" count={query.data ? plural(query.data.length, 'package') : undefined}>
      <QueryView query={query}>
        {(all) => (
          <>
            <TextInput
              type="search"
              aria-label="Filter licences"
              placeholder="Filter…"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <div className="flex h-80 flex-col overflow-hidden rounded-md border border-line">
              <VirtualList
                label="Third-party licences"
                items={matching(all)}
                keyOf={(one) => `${one.name}@${one.version}`}
                row={(one) => (
                  <button
                    type="button"
                    data-row-stop
                    onClick={() => setOpen(one)}
                    className="focus-inset flex h-8 w-full min-w-0 items-center gap-3 px-3 text-left hover:bg-hover"
                  >
                    <span className="min-w-0 flex-1 truncate">{one.name}</span>
                    <span className="shrink-0 text-sm text-muted tabular">{one.version}</span>
                    <span className="w-28 shrink-0 truncate text-right text-sm text-muted">{one.licence}</span>
                  </button>
                )}
              />
            </div>
          </>
        )}
      </QueryView>
      <Dialog
        open={open !== null}
        onClose={() => setOpen(null)}
        title={open ? `${open.name} ${open.version}` : 'Licence'}
        description={open?.licence}
        size="lg"
      >
        {/* A long text is scrolled by keyboard, too. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <pre tabIndex={0} className="mono whitespace-pre-wrap">
          {open?.text}
        </pre>
      </Dialog>
    </Section>
  )
}

export function AboutPart() {
  const info = useQuery(useAsk().system.info.queryOptions())
  return (
    <>
      <QueryView query={info}>
        {(data) => (
          <Facts
            facts={[
              { name: 'CleverAgents', value: data.version },
              { name: 'Licence', value: 'MIT' },
              { name: 'Core', value: `${data.core.kind}, on ${data.platform}` },
            ]}
          />
        )}
      </QueryView>
      {desktop() && <Updates />}
      <Licences />
    </>
  )
}
