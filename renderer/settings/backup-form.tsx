import type { BackupProgress } from '@shared/contract/data'
import { type SyntheticEvent, useState } from 'react'
import { useCore } from '../core/core'
import { type Problem, problemOf } from '../core/problem'
import { ProblemState } from '../core/query-view'
import { formatBytes, plural } from '../format/format'
import { FolderField } from '../resources/folder-field'
import { Banner, Button, CodeBlock, Section } from '../ui'

type Run =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly now: BackupProgress | null; readonly cancel: () => void }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'done'; readonly done: BackupProgress }

function useBackup() {
  const { client } = useCore()
  const [run, setRun] = useState<Run>({ kind: 'none' })
  const start = async (path: string) => {
    const ending = new AbortController()
    const cancel = () => ending.abort()
    setRun({ kind: 'running', now: null, cancel })
    try {
      for await (const now of await client.data.backup({ path }, { signal: ending.signal }))
        setRun(now.state === 'done' ? { kind: 'done', done: now } : { kind: 'running', now, cancel })
      if (ending.signal.aborted) setRun({ kind: 'cancelled' })
    } catch (error) {
      setRun(ending.signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', problem: problemOf(error) })
    }
  }
  return { run, start }
}

function Running({ now }: { readonly now: BackupProgress | null }) {
  return (
    <div className="flex flex-col gap-1">
      <progress
        aria-label="Backup"
        className="h-1.5 w-full accent-[var(--accent)]"
        max={now?.total_bytes ?? 1}
        value={now?.bytes}
      />
      <span className="text-sm text-muted tabular">
        {now === null ? 'Begins…' : `${formatBytes(now.bytes)} of ${formatBytes(now.total_bytes)}, to ${now.path}`}
      </span>
    </div>
  )
}

function Done({ done }: { readonly done: BackupProgress }) {
  return (
    <div className="flex flex-col gap-2">
      <p>
        The backup of {formatBytes(done.bytes)} is complete.
        {done.interrupted > 0 &&
          ` ${plural(done.interrupted, 'plan')} that ran or stood in line will show as interrupted.`}
      </p>
      <CodeBlock label="Folder of the backup" text={done.path} wrap />
    </div>
  )
}

function Outcome({ run }: { readonly run: Run }) {
  switch (run.kind) {
    case 'none':
      return null
    case 'running':
      return <Running now={run.now} />
    case 'cancelled':
      return <p>The backup was cancelled; nothing of it was left.</p>
    case 'failed':
      return <ProblemState problem={run.problem} />
    case 'done':
      return <Done done={run.done} />
  }
}

/** Where a backup goes, how far it is, and what it holds. */
export function BackupForm() {
  const [path, setPath] = useState('')
  const [browsing, setBrowsing] = useState(false)
  const { run, start } = useBackup()
  const running = run.kind === 'running'
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (path.trim() !== '' && !running) void start(path.trim())
  }
  return (
    <Section title="Backup">
      <p className="text-muted">
        Copies the database and the configuration, without keys, to a new folder; nothing is overwritten. Work goes on
        meanwhile. Sandboxes, states of folders, what is kept of ended plans, and logs are not part of it, as they are
        working copies bound to this place: in the copy, plans that have not ended keep their decisions and lose their
        changes, and cancelled ones may not come back whole. Apply what is to last before you move.
      </p>
      <form className="flex flex-col gap-3" onSubmit={submit}>
        <FolderField
          label="Backup to"
          path={path}
          onPath={setPath}
          browsing={browsing}
          onBrowsing={setBrowsing}
          disabled={running}
          placeholder="~/cleveragents-backup"
        />
        <div className="flex gap-2">
          {running ? (
            <Button onClick={run.cancel}>Cancel the backup</Button>
          ) : (
            <Button type="submit" variant="primary" disabled={path.trim() === ''}>
              Back up
            </Button>
          )}
        </div>
      </form>
      <div aria-live="polite">
        <Outcome run={run} />
      </div>
      <Banner look="info">
        To open a backup, point CLEVERAGENTS_HOME at its folder, or copy its files into an empty data folder while
        CleverAgents is closed.
      </Banner>
    </Section>
  )
}
