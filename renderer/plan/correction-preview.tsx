import type { CorrectionView } from '@shared/contract/plan-control'
import { useQuery } from '@tanstack/react-query'
import { useAsk } from '../core/core'
import { formatCount, formatMoney, plural } from '../format/format'
import { Chip, Duration, Facts, Section, Words } from '../ui'
import { titleOf } from './decision-tree'
import { pathsSentence, RestoredPaths, Warnings } from './restored-paths'

function Estimate({ estimate }: { readonly estimate: CorrectionView['estimate'] }) {
  if (estimate.calls === 0) return <>Nothing was spent on what is done again</>
  return (
    <>
      {estimate.cost_usd === null ? 'Cost unknown' : `About ${formatMoney(estimate.cost_usd)}`} ·{' '}
      {plural(estimate.calls, 'call')} · {formatCount(estimate.tokens)} tokens · <Duration ms={estimate.duration_ms} />
      <span className="block text-sm text-muted">What these steps took before</span>
    </>
  )
}

/** What a correction does: its impact, what it costs by what was spent before, and all that is taken back or put back. */
export function CorrectionPreview({ preview }: { readonly preview: CorrectionView }) {
  const { invalidated, preserved, children } = preview
  const tree = useQuery(
    useAsk().plans.tree.queryOptions({ input: { plan_id: preview.plan.plan_id, show_superseded: true } }),
  )
  // The question of a call is its tool's name alone; what it did is its answer, as in the tree.
  const did = new Map(
    (tree.data?.nodes ?? []).flatMap((node) => (node.type === 'tool_invocation' ? [[node.id, titleOf(node)]] : [])),
  )
  const said = invalidated.map(({ id, question }) => ({ id, text: did.get(id) ?? question }))
  return (
    <section aria-label="What this does" className="flex flex-col gap-3">
      <Facts
        facts={[
          {
            name: 'Impact',
            value: (
              <div className="flex flex-wrap items-start gap-x-2">
                <span className="flex h-5 items-center">
                  <Chip tone={preview.impact === 'high' ? 'failed' : preview.impact === 'medium' ? 'waiting' : 'plain'}>
                    {preview.impact}
                  </Chip>
                </span>
                <ul aria-label="Why" className="min-w-0 flex-1">
                  {preview.impact_reasons.map((reason) => (
                    <li key={reason}>{reason}</li>
                  ))}
                </ul>
              </div>
            ),
          },
          ...(preview.mode === 'revert' ? [{ name: 'Estimate', value: <Estimate estimate={preview.estimate} /> }] : []),
        ]}
      />
      {invalidated.length > 0 && (
        <Section title="Decisions taken back" count={`${invalidated.length} of ${invalidated.length + preserved}`}>
          <ul
            aria-label="Decisions taken back"
            className="max-h-36 overflow-y-auto rounded-md border border-line py-0.5"
          >
            {said.slice(0, 200).map(({ id, text }) => (
              <li key={id} className="truncate px-3 py-0.5" title={text}>
                <Words text={text} />
              </li>
            ))}
            {invalidated.length > 200 && (
              <li className="px-3 py-0.5 text-muted">and {invalidated.length - 200} more</li>
            )}
          </ul>
        </Section>
      )}
      {preview.files.length > 0 && (
        <Section title="Files" count={pathsSentence(preview.files)}>
          <RestoredPaths label="Files" files={preview.files} />
        </Section>
      )}
      {children.length > 0 && (
        <Section title="Child plans invalidated">
          <ul aria-label="Child plans invalidated">
            {children.map(({ plan_id: id, title }) => (
              <li key={id} className="truncate">
                {title}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Warnings warnings={preview.warnings} />
    </section>
  )
}
