import type { InboxItem } from '@shared/contract/inbox'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAsk } from '../core/core'
import { QueryView } from '../core/query-view'
import { plural } from '../format/format'
import { Confidence } from '../plan/confidence'
import { questionBehind, titleOf } from '../plan/decision-tree'
import { FileStatus, PlusMinus } from '../plan/file-status'
import { RiskPanel } from '../plan/risk-panel'
import { linkLook, MiddleTruncate } from '../ui'

const shown = 8

function Strategy({ planId }: { readonly planId: string }) {
  const query = useQuery(useAsk().plans.tree.queryOptions({ input: { plan_id: planId } }))
  return (
    <QueryView query={query}>
      {({ nodes }) => {
        const choices = nodes.filter((node) => node.type !== 'prompt_definition' && node.type !== 'invariant_enforced')
        if (choices.length === 0)
          return <p className="text-muted">Nothing has been decided yet; approving starts the strategy.</p>
        return (
          <ul aria-label="Decisions" className="overflow-hidden rounded-md border border-line">
            {choices.slice(0, shown).map((node) => (
              <li
                key={node.id}
                className="flex min-h-row items-center gap-3 border-b border-line px-3 py-1 last:border-b-0"
              >
                <Link
                  to="/plans/$planId"
                  params={{ planId }}
                  search={{ decision: node.id }}
                  className="min-w-0 truncate rounded-[4px] hover:underline"
                  title={node.question}
                >
                  {titleOf(node)}
                </Link>
                <span className="min-w-0 flex-1 shrink-[4] truncate text-sm text-muted">{questionBehind(node)}</span>
                <Confidence value={node.confidence} threshold={node.threshold} />
              </li>
            ))}
            {choices.length > shown && (
              <li className="px-3 py-1">
                <Link to="/plans/$planId" params={{ planId }} className={linkLook}>
                  {plural(choices.length - shown, 'more decision')}
                </Link>
              </li>
            )}
          </ul>
        )
      }}
    </QueryView>
  )
}

function Changes({ planId }: { readonly planId: string }) {
  const query = useQuery(useAsk().plans.diff.queryOptions({ input: { plan_id: planId, patches: false } }))
  return (
    <QueryView query={query}>
      {({ files }) => (
        <ul aria-label="Changed files" className="overflow-hidden rounded-md border border-line">
          {files.slice(0, shown).map((file) => (
            <li key={`${file.resource}:${file.path}`} className="border-b border-line last:border-b-0">
              <Link
                to="/plans/$planId"
                params={{ planId }}
                search={{ tab: 'changes', file: `${file.resource}:${file.path}` }}
                className="focus-inset flex min-h-row items-center gap-2 px-3 hover:bg-hover"
              >
                <FileStatus status={file.status} />
                <span className="min-w-0 flex-1">
                  <MiddleTruncate text={file.path} mono />
                </span>
                <PlusMinus insertions={file.insertions} deletions={file.deletions} />
              </Link>
            </li>
          ))}
          {files.length > shown && (
            <li className="px-3 py-1">
              <Link to="/plans/$planId" params={{ planId }} search={{ tab: 'changes' }} className={linkLook}>
                {plural(files.length - shown, 'more file')}
              </Link>
            </li>
          )}
        </ul>
      )}
    </QueryView>
  )
}

/** What approving would let through: the strategy's decisions, or the changed files. */
export function GateSummary({ item }: { readonly item: InboxItem }) {
  if (item.phase === 'strategize') return <Strategy planId={item.plan_id} />
  return (
    <>
      <Changes planId={item.plan_id} />
      <RiskPanel planId={item.plan_id} />
    </>
  )
}
