import type { DecisionDetail } from '@shared/contract/decisions'
import type { PlanView } from '@shared/contract/plan-view'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, PencilLine } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useAsk } from '../core/core'
import { QueryView } from '../core/query-view'
import { useShortcuts } from '../core/use-shortcuts'
import { formatNumber } from '../format/format'
import { EscalatedBy } from '../invariants/escalated-by'
import { Button, Chip, CodeBlock, Facts, linkLook, Section, Time, Words } from '../ui'
import { ConfidenceBar } from './confidence'
import { type Answer, DecisionAnswer, SettledAnswers } from './decision-answer'
import { CorrectDialog } from './correct-dialog'
import { CorrectionChanges } from './correction-changes'
import { decisionKind } from './decision-words'
import { phaseWords } from '@shared/model/standing-words'

function Links({
  ids,
  planId,
  label,
}: {
  readonly ids: readonly string[]
  readonly planId: string
  readonly label: string
}) {
  const tree = useQuery(useAsk().plans.tree.queryOptions({ input: { plan_id: planId, show_superseded: true } }))
  if (ids.length === 0) return null
  const questionOf = (id: string) => tree.data?.nodes.find((node) => node.id === id)?.question ?? id
  return (
    <div className="flex flex-col">
      <span className="text-muted">{label}</span>
      {ids.map((id) => (
        <Link
          key={id}
          to="/plans/$planId"
          params={{ planId }}
          search={(search) => ({ ...search, decision: id })}
          className={linkLook}
        >
          {questionOf(id)}
        </Link>
      ))}
    </div>
  )
}

function Context({ id }: { readonly id: string }) {
  const query = useQuery(useAsk().plans.explain.queryOptions({ input: { decision_id: id, show_context: true } }))
  return (
    <QueryView query={query}>
      {({ context }) =>
        context && context.entries.length > 0 ? (
          <table className="w-full">
            <thead className="text-left text-sm text-muted">
              <tr>
                <th className="font-normal">In the prompt</th>
                <th className="font-normal">Kind</th>
                <th className="text-right font-normal">Tokens</th>
              </tr>
            </thead>
            <tbody>
              {context.entries.map((entry) => (
                <tr key={`${entry.kind}:${entry.name}`} className="border-t border-line">
                  <td className="mono max-w-0 truncate py-1" title={entry.name}>
                    {entry.name}
                  </td>
                  <td className="w-28 py-1 text-muted">{entry.kind}</td>
                  <td className="w-20 py-1 text-right tabular">{formatNumber(entry.tokens)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <p className="text-muted">No context was recorded: this decision was made without a prompt.</p>
        )
      }
    </QueryView>
  )
}

function Reasoning({ id }: { readonly id: string }) {
  const query = useQuery(useAsk().plans.explain.queryOptions({ input: { decision_id: id, show_reasoning: true } }))
  return (
    <QueryView query={query}>
      {({ reasoning }) =>
        reasoning ? (
          <CodeBlock label="Raw reasoning" text={reasoning} wrap className="max-h-96" />
        ) : (
          <p className="text-muted">The model gave no reasoning for this decision.</p>
        )
      }
    </QueryView>
  )
}

function OnDemand({ id }: { readonly id: string }) {
  const [open, setOpen] = useState<'context' | 'reasoning' | null>(null)
  const toggle = (which: 'context' | 'reasoning') => () => setOpen(open === which ? null : which)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex gap-2">
        <Button variant="secondary" aria-expanded={open === 'context'} onClick={toggle('context')}>
          Context
        </Button>
        <Button variant="secondary" aria-expanded={open === 'reasoning'} onClick={toggle('reasoning')}>
          Raw reasoning
        </Button>
      </div>
      {open === 'context' && <Context id={id} />}
      {open === 'reasoning' && <Reasoning id={id} />}
    </div>
  )
}

/** Several reasons as one sentence. */
const reasonsSentence = (reasons: readonly string[]): string =>
  reasons.map((one, at) => (at > 0 && one.startsWith('What ') ? one.replace('What', 'what') : one)).join('; ')

/** What correcting it would reach, in the words of the correction itself. */
function Impact({ detail }: { readonly detail: DecisionDetail }) {
  const { level, reasons } = detail.impact
  return (
    <>
      {reasonsSentence(reasons) || 'Nothing is taken back'}{' '}
      <Chip tone={level === 'high' ? 'waiting' : 'plain'}>{level} impact</Chip>
    </>
  )
}

/** A rationale that quotes changed lines is read as code. */
const showsCode = (text: string) => /^- .*\n\+ /m.test(text)

type Correcting = Pick<ComponentProps<typeof CorrectDialog>, 'choose'>

/** A waiting decision is answered instead, and an applied plan's work is taken back first. */
function isCorrectable(plan: PlanView, detail: DecisionDetail): boolean {
  if (detail.superseded || detail.waiting || plan.state === 'cancelled') return false
  return plan.state !== 'applied' || plan.apply_undone !== null
}

/** Nothing was done yet by a flagged decision of the strategy, so that another answer needs no correction. */
function isUnderReview(plan: PlanView, detail: DecisionDetail): boolean {
  return plan.phase === 'strategize' && plan.reason === 'phase_gate' && detail.flagged && detail.phase === 'strategize'
}

function Contents(props: { readonly detail: DecisionDetail; readonly plan: PlanView; readonly answer: AnswerProps }) {
  const { detail, plan } = props
  const { word, icon: Icon } = decisionKind(detail.type)
  const navigate = useNavigate()
  const [correcting, setCorrecting] = useState<Correcting | null>(null)
  const correctable = isCorrectable(plan, detail)
  const correct = () => setCorrecting({ choose: null })
  useShortcuts({ r: correctable ? correct : undefined })
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <header className="flex flex-col gap-1.5">
        <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <Icon size={14} aria-hidden />
          <span>
            {word} · {phaseWords[detail.phase]} · <Time at={detail.created} />
          </span>
          {detail.superseded && <Chip>superseded</Chip>}
          {detail.flagged && !detail.waiting && <Chip tone="waiting">for your review</Chip>}
        </div>
        <h2 className="text-lg break-words">
          <Words text={detail.question} />
        </h2>
      </header>
      <EscalatedBy escalation={detail.escalation} />
      {detail.waiting ? (
        <DecisionAnswer key={detail.id} node={detail} {...props.answer} />
      ) : detail.alternatives.length > 0 ? (
        <SettledAnswers
          node={detail}
          onChoose={
            isUnderReview(plan, detail)
              ? ({ number }) => props.answer.onAnswer({ decision: detail.id, choose: number })
              : correctable
                ? (choose) => setCorrecting({ choose })
                : null
          }
        />
      ) : (
        detail.chosen &&
        detail.chosen !== detail.question && (
          <p className="break-words whitespace-pre-wrap">
            <Words text={detail.chosen} />
          </p>
        )
      )}
      {correctable && (
        <div>
          <Button icon={PencilLine} shortcut="r" onClick={correct}>
            Correct…
          </Button>
        </div>
      )}
      {detail.type === 'user_intervention' && <CorrectionChanges planId={plan.plan_id} decisionId={detail.id} />}
      {detail.confidence !== null && <ConfidenceBar confidence={detail.confidence} threshold={detail.threshold} />}
      {detail.rationale && (
        <Section title="Why">
          {showsCode(detail.rationale) ? (
            <CodeBlock label="Why" text={detail.rationale} wrap className="max-h-96" />
          ) : (
            <p className="break-words whitespace-pre-wrap">{detail.rationale}</p>
          )}
        </Section>
      )}
      <Facts
        facts={[
          { name: 'If changed', value: <Impact detail={detail} /> },
          ...(detail.answered_by
            ? [{ name: 'Answered by', value: detail.answered_by === 'person' ? 'A person' : 'The actor' }]
            : []),
          ...(detail.artifacts.length > 0
            ? [{ name: 'Artifacts', value: <span className="mono">{detail.artifacts.join(', ')}</span> }]
            : []),
          { name: 'Id', value: <span className="mono">{detail.id}</span> },
        ]}
      />
      <Links ids={detail.influenced_by} planId={plan.plan_id} label="Follows from" />
      <Links ids={detail.influences} planId={plan.plan_id} label="Leads to" />
      <OnDemand key={`${detail.id}-demand`} id={detail.id} />
      {correcting && (
        <CorrectDialog
          decision={detail}
          {...correcting}
          onClose={() => setCorrecting(null)}
          onCorrected={(decision) =>
            void navigate({ to: '/plans/$planId', params: { planId: plan.plan_id }, search: { decision } })
          }
        />
      )}
    </div>
  )
}

type AnswerProps = {
  readonly busy: boolean
  readonly onAnswer: (answer: Answer) => void
}

export function DecisionPane(props: {
  readonly id: string
  readonly plan: PlanView
  readonly answer: AnswerProps
  /** Back to the tree, where the detail covers it. */
  readonly onBack: (() => void) | null
}) {
  const query = useQuery(useAsk().plans.explain.queryOptions({ input: { decision_id: props.id } }))
  return (
    <section aria-label="Decision" className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
      {props.onBack && (
        <Button variant="ghost" icon={ArrowLeft} onClick={props.onBack} className="mb-2 -ml-2">
          All decisions
        </Button>
      )}
      <QueryView query={query}>
        {(detail) => <Contents key={detail.id} detail={detail} plan={props.plan} answer={props.answer} />}
      </QueryView>
    </section>
  )
}
