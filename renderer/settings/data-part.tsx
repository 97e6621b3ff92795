import type { DataPart as Part } from '@shared/contract/data'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useAsk } from '../core/core'
import { QueryView } from '../core/query-view'
import { formatBytes, plural } from '../format/format'
import { Button, Facts, MiddleTruncate, Section } from '../ui'
import { BackupForm } from './backup-form'

const words: Readonly<Record<Part['kind'], { readonly name: string; readonly what: string }>> = {
  database: { name: 'Database', what: 'Plans, decisions, projects, actions and all else that is kept' },
  configuration: { name: 'Configuration', what: 'Settings that differ from their defaults; no keys' },
  sandboxes: { name: 'Sandboxes', what: 'Working copies of plans that have not ended' },
  folders: { name: 'States of folders', what: 'What plans on folders without git start from and go back to' },
  logs: { name: 'Logs', what: 'What happened, without secrets' },
  backups: { name: 'Copies before updates', what: 'The database as it was before each change of its structure' },
  cache: { name: 'Cache', what: 'Made again when it is missing' },
  sample: { name: 'Sample project', what: 'The repository to try things on' },
  other: { name: 'Other', what: 'All else that stands in the data folder' },
}

function Parts({ parts, total }: { readonly parts: readonly Part[]; readonly total: number }) {
  return (
    <ul aria-label="Sizes by kind" className="overflow-hidden rounded-md border border-line">
      {parts.map((part) => {
        const { name, what } = words[part.kind]
        const share = total === 0 ? 0 : part.bytes / total
        return (
          <li key={part.kind} className="flex items-center gap-3 border-b border-line px-3 py-1.5 last:border-b-0">
            <span className="min-w-0 flex-1">
              <span className="font-medium">{name}</span>
              {part.in_backup && <span className="text-sm text-muted"> · in a backup</span>}
              <span className="block text-sm text-muted">{what}</span>
            </span>
            <span aria-hidden className="h-1.5 w-24 shrink-0 overflow-hidden rounded-full bg-hover max-[799px]:hidden">
              <span className="block h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
            </span>
            <span className="w-24 shrink-0 text-right tabular">
              {part.files === 0 ? <span className="text-muted">empty</span> : formatBytes(part.bytes)}
              {part.files > 1 && <span className="block text-sm text-muted">{plural(part.files, 'file')}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** What the data folder holds, and its backup. */
export function DataPart() {
  const sizes = useQuery(useAsk().data.sizes.queryOptions({ staleTime: 0 }))
  return (
    <>
      <QueryView query={sizes}>
        {(data) => (
          <>
            <Facts
              facts={[
                { name: 'Folder', value: <MiddleTruncate text={data.data_dir} mono /> },
                { name: 'Size', value: formatBytes(data.total_bytes) },
                { name: 'Room left on its disk', value: formatBytes(data.free_bytes) },
              ]}
            />
            <div className="flex flex-wrap gap-2">
              <Button icon={RotateCw} busy={sizes.isFetching} onClick={() => void sizes.refetch()}>
                Measure again
              </Button>
            </div>
            <Section title="Sizes">
              <Parts parts={data.parts} total={data.total_bytes} />
            </Section>
          </>
        )}
      </QueryView>
      <BackupForm />
    </>
  )
}
