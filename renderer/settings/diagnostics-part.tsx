import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '@shared/contract'
import { useQuery } from '@tanstack/react-query'
import { Copy, RotateCw } from 'lucide-react'
import { useAsk } from '../core/core'
import { QueryView } from '../core/query-view'
import { formatNumber } from '../format/format'
import { Button, Facts, notify, Section, StatusMark, type Tone } from '../ui'

type System = InferContractRouterOutputs<Contract>['system']
type Check = System['diagnostics']['checks'][number]

const tones: Readonly<
  Record<Check['status'], { readonly tone: Tone; readonly word: string; readonly icon?: 'warning' }>
> = {
  ok: { tone: 'done', word: 'OK' },
  warn: { tone: 'waiting', word: 'Note', icon: 'warning' },
  error: { tone: 'failed', word: 'Problem' },
}

/** What one would paste into a report: versions, places, counts and checks, no secrets. */
function reportOf(info: System['info'], diagnostics: System['diagnostics']): string {
  return [
    `CleverAgents ${info.version} · ${info.platform} · Node ${info.node} · schema ${info.schema_version}`,
    `Core ${info.core.kind} (pid ${info.core.pid}) · ${info.data_dir}`,
    `Counts ${Object.entries(info.counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}`,
    '',
    ...diagnostics.checks.map(
      (check) => `[${check.status}] ${check.name}: ${check.message}${check.hint ? ` — ${check.hint}` : ''}`,
    ),
  ].join('\n')
}

function Checks({ checks }: { readonly checks: readonly Check[] }) {
  return (
    <ul aria-label="Checks" className="overflow-hidden rounded-md border border-line">
      {checks.map((check) => (
        <li key={check.name} className="flex flex-wrap gap-x-3 border-b border-line px-3 py-1.5 last:border-b-0">
          <span className="w-20 shrink-0">
            <StatusMark {...tones[check.status]} />
          </span>
          <span className="w-40 shrink-0 font-medium break-words first-letter:uppercase max-[799px]:flex-1">
            {check.name}
          </span>
          <span className="min-w-0 flex-1 break-words max-[799px]:basis-full">
            {check.message}
            {check.hint && <span className="block text-muted">{check.hint}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}

export function DiagnosticsPart() {
  const ask = useAsk()
  const info = useQuery(ask.system.info.queryOptions({ staleTime: 0 }))
  const diagnostics = useQuery(ask.system.diagnostics.queryOptions({ staleTime: 0 }))
  const copy = async () => {
    if (!info.data || !diagnostics.data) return
    await navigator.clipboard.writeText(reportOf(info.data, diagnostics.data))
    notify.done('The report is copied', { hint: 'It holds versions, paths and checks, and no keys.' })
  }
  return (
    <>
      <div className="flex gap-2">
        <Button icon={Copy} disabled={!info.data || !diagnostics.data} onClick={() => void copy()}>
          Copy report
        </Button>
        <Button icon={RotateCw} busy={diagnostics.isFetching} onClick={() => void diagnostics.refetch()}>
          Check again
        </Button>
      </div>
      <QueryView query={info}>
        {(data) => (
          <Facts
            facts={[
              { name: 'Version', value: data.version },
              { name: 'Node', value: `${data.node} on ${data.platform}` },
              { name: 'Data folder', value: <span className="mono">{data.data_dir}</span> },
              { name: 'Core', value: `${data.core.kind}, process ${data.core.pid}` },
              {
                name: 'Holds',
                value: Object.entries(data.counts)
                  .map(([name, count]) => `${formatNumber(count)} ${name}`)
                  .join(', '),
              },
            ]}
          />
        )}
      </QueryView>
      <Section title="Checks">
        <QueryView query={diagnostics}>{(data) => <Checks checks={data.checks} />}</QueryView>
      </Section>
    </>
  )
}
