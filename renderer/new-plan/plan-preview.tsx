import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '@shared/contract'
import { judgesWords } from '@shared/model/built-in'
import { useQuery } from '@tanstack/react-query'
import { GitBranch } from 'lucide-react'
import { useAsk } from '../core/core'
import { QueryView } from '../core/query-view'
import { formatNumber, plural, sentenceCase } from '../format/format'
import { Invariants } from '../invariants/invariant-list'
import { estimateWords } from '../plan/estimate-words'
import { Banner, Chip, Facts, Section } from '../ui'

type Preview = InferContractRouterOutputs<Contract>['plans']['preview']

function Resources({ preview }: { readonly preview: Preview }) {
  return (
    <Section title="Works on" count={formatNumber(preview.resources.length)}>
      <ul className="overflow-hidden rounded-md border border-line">
        {preview.resources.map((resource) => (
          <li key={resource.name} className="flex flex-col border-b border-line px-3 py-1.5 last:border-b-0">
            <span className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{resource.name}</span>
              {resource.read_only && <Chip>read-only</Chip>}
              {resource.branch && (
                <span className="mono flex items-center gap-1 text-muted">
                  <GitBranch size={12} aria-hidden />
                  {resource.branch}
                </span>
              )}
              {resource.uncommitted > 0 && (
                <Chip tone="waiting">{plural(resource.uncommitted, 'uncommitted path')}</Chip>
              )}
            </span>
            {resource.problem && <span className="text-failed">{resource.problem}</span>}
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{plural(preview.indexed_files, 'file')} can be read.</p>
    </Section>
  )
}

function Expected({ preview }: { readonly preview: Preview }) {
  const { estimate } = preview
  const words = estimate && estimateWords(estimate)
  return (
    <Section title="Expected">
      <Facts
        facts={[
          { name: 'Cost', value: words?.cost ?? 'Not known yet' },
          ...(words?.time ? [{ name: 'Time', value: words.time }] : []),
          {
            name: 'Context',
            value: words?.prompt ? `Prompts of up to ${words.prompt}` : plural(preview.indexed_files, 'indexed file'),
          },
        ]}
      />
      <p className="text-sm text-muted">
        {estimate?.how ?? 'No earlier plan of this action with these actors tells what it takes.'}
      </p>
    </Section>
  )
}

function Contents({ preview }: { readonly preview: Preview }) {
  const actors = Object.entries(preview.actors).filter(([, actor]) => actor !== null)
  return (
    <div className="flex flex-col gap-6">
      <Section title={`Profile: ${preview.automation_profile}`}>
        <ul className="flex flex-col gap-1">
          {preview.summary.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <details>
          <summary className="text-muted">All steps</summary>
          <ul className="mt-1 flex list-disc flex-col gap-1 pl-4 text-muted marker:text-faint">
            {preview.sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </details>
      </Section>
      <Resources preview={preview} />
      {preview.arg_problems.map(({ arg, message }) => (
        <Banner key={arg} look="warning">
          {message}
        </Banner>
      ))}
      <Expected preview={preview} />
      <Section title="Actors">
        <Facts
          facts={actors.map(([role, actor]) => ({
            name: sentenceCase(role),
            value: <span className="mono">{actor}</span>,
          }))}
        />
        {preview.actor_notices.map((notice) => (
          <Banner key={notice} look="warning">
            {notice}
          </Banner>
        ))}
      </Section>
      <Invariants
        invariants={preview.invariants}
        overridden={preview.overridden}
        byModel={judgesWords(preview.actors)}
        empty="None apply: no rule is set for the action, the projects or everywhere."
      />
    </div>
  )
}

/** What using the action would mean, as the core sees it now. */
export function PlanPreview(props: {
  readonly action: string | undefined
  readonly projects: readonly string[]
  readonly args: Readonly<Record<string, string | number | boolean>>
  readonly profile: string | null
  readonly uncommitted: boolean
}) {
  const { action, projects, args, profile, uncommitted } = props
  const ready = action !== undefined && projects.length > 0
  const query = useQuery({
    ...useAsk().plans.preview.queryOptions({
      input: {
        action: action ?? '',
        projects: [...projects],
        args,
        automation_profile: profile ?? undefined,
        include_uncommitted: uncommitted,
      },
    }),
    enabled: ready,
    placeholderData: (before) => before,
    // Uncommitted edits and branches change without an event.
    staleTime: 0,
  })
  return (
    <aside aria-label="What will happen" className="min-w-0">
      <h2 className="mb-3 text-lg">What will happen</h2>
      {ready ? (
        <QueryView query={query}>{(preview) => <Contents preview={preview} />}</QueryView>
      ) : (
        <p className="text-muted">
          Choose an action and a project to see who decides what, which files are in reach, and which invariants hold.
        </p>
      )}
    </aside>
  )
}
