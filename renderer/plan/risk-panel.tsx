import type { RiskView } from '@shared/contract/risk'
import { type RiskKind, riskKinds, type RiskLevel, riskLevels } from '@shared/model/risk'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, ShieldCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useAsk } from '../core/core'
import { formatNumber } from '../format/format'
import { cx } from '../ui'

const words: Readonly<Record<RiskKind, string>> = {
  api: 'API',
  tests: 'Tests',
  breaking: 'Breaking',
  resources: 'Resources',
}

const looks: Readonly<Record<RiskLevel, string>> = { low: 'text-done', medium: 'text-waiting', high: 'text-failed' }

const shownEvidence = 200

/** The risks of each kind with the level of the most serious. */
function byKind(risks: readonly RiskView[]) {
  return riskKinds.flatMap((kind) => {
    const own = risks.filter((risk) => risk.kind === kind)
    const level = riskLevels.findLast((one) => own.some((risk) => risk.level === one))
    return level === undefined ? [] : [{ kind, level, own }]
  })
}

function Mark({ level }: { readonly level: RiskLevel }) {
  const Icon = level === 'low' ? ShieldCheck : TriangleAlert
  return <Icon size={14} aria-hidden className={cx('shrink-0', looks[level])} strokeWidth={1.75} />
}

function Finding({ risk, several }: { readonly risk: RiskView; readonly several: boolean }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="break-words">
        {several && <span className={cx('font-medium', looks[risk.level])}>{risk.level}: </span>}
        {risk.reason}{' '}
        <span className="text-sm whitespace-nowrap text-muted">
          {risk.actor === null ? 'Computed' : `Judged by ${risk.actor}`}
        </span>
      </p>
      {risk.evidence.length > 0 && (
        <ul aria-label="Evidence" className="flex flex-col text-sm text-muted">
          {risk.evidence.slice(0, shownEvidence).map((text) => (
            <li key={text} className="mono break-words">
              {text}
            </li>
          ))}
          {risk.evidence.length > shownEvidence && (
            <li>and {formatNumber(risk.evidence.length - shownEvidence)} more</li>
          )}
        </ul>
      )}
    </div>
  )
}

/** How risky the changes are, a word for each respect; what it rests on opens below. */
export function Risks({ risks }: { readonly risks: readonly RiskView[] }) {
  const [open, setOpen] = useState<RiskKind | null>(null)
  const kinds = byKind(risks)
  const shown = kinds.find(({ kind }) => kind === open)
  return (
    <section aria-label="Risk" className="flex flex-col">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-0.5">
        <span className="mr-2 text-sm text-muted">Risk</span>
        {kinds.map(({ kind, level }) => (
          <button
            key={kind}
            type="button"
            aria-expanded={open === kind}
            onClick={() => setOpen(open === kind ? null : kind)}
            className={cx(
              'flex h-7 items-center gap-1.5 rounded-md px-2',
              open === kind ? 'bg-selected' : 'hover:bg-hover',
            )}
          >
            <Mark level={level} />
            {words[kind]} <span className={cx('text-sm', looks[level])}>{level}</span>
            <ChevronRight size={12} aria-hidden className={cx('text-muted', open === kind && 'rotate-90')} />
          </button>
        ))}
      </div>
      {shown && (
        <div
          // A box that scrolls has to take the focus, else its end is out of reach.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          role="group"
          aria-label={`${words[shown.kind]} risk, scrollable`}
          className="focus-inset flex max-h-52 flex-col gap-3 overflow-y-auto rounded-md px-2 py-1.5"
        >
          {shown.own.map((risk) => (
            <Finding key={`${risk.source}:${risk.reason}`} risk={risk} several={shown.own.length > 1} />
          ))}
        </div>
      )}
    </section>
  )
}

/** The risk of a plan's changes as they are; it only informs, so while it is worked out or where it fails a line says so. */
export function RiskPanel({ planId, className }: { readonly planId: string; readonly className?: string }) {
  const query = useQuery(useAsk().plans.risk.queryOptions({ input: { plan_id: planId } }))
  if (query.data?.risk.length === 0) return null
  return (
    <div className={className}>
      {query.data ? (
        <Risks risks={query.data.risk} />
      ) : (
        <p className="flex h-7 items-center text-sm text-muted">
          {query.isError ? 'The risk of these changes could not be worked out.' : 'Working out the risk…'}
        </p>
      )}
    </div>
  )
}
