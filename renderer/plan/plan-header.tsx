import type { PlanView } from '@shared/contract/plan-view'
import { phases } from '@shared/model/plan'
import { Link } from '@tanstack/react-router'
import { Ban, Circle, CircleAlert, CircleCheck, CirclePause, LoaderCircle, type LucideIcon } from 'lucide-react'
import { formatCost, formatCount, formatMoney } from '../format/format'
import { cx, Duration, Elapsed, Tooltip } from '../ui'
import { estimatedWhy } from './cost'
import { estimateWords } from './estimate-words'
import { phaseWords } from '@shared/model/standing-words'
import { stepMark, type StepMark } from './words'

const marks: Readonly<Record<StepMark, { readonly icon: LucideIcon; readonly look: string; readonly word: string }>> = {
  done: { icon: CircleCheck, look: 'text-done', word: 'done' },
  running: { icon: LoaderCircle, look: 'text-accent-text animate-[spin_1400ms_linear_infinite]', word: 'running' },
  waiting: { icon: CirclePause, look: 'text-waiting', word: 'waits for you' },
  failed: { icon: CircleAlert, look: 'text-failed', word: 'failed' },
  ahead: { icon: Circle, look: 'text-faint', word: 'ahead' },
  cancelled: { icon: Ban, look: 'text-muted', word: 'cancelled' },
}

function Stepper({ plan }: { readonly plan: PlanView }) {
  return (
    <ol aria-label="Phases" className="flex items-center">
      {phases.map((phase, index) => {
        const { icon: Icon, look, word } = marks[stepMark({ ...plan, error_code: plan.error?.code ?? null }, phase)]
        const current = phase === plan.phase
        return (
          <li key={phase} aria-current={current ? 'step' : undefined} className="flex items-center">
            {index > 0 && <span aria-hidden className="mx-2.5 h-px w-8 bg-line-strong" />}
            <span className={cx('flex items-center gap-1.5', current ? 'font-medium' : 'text-muted')}>
              <Icon size={15} aria-hidden className={look} />
              {phaseWords[phase]}
              <span className="sr-only">: {word}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function CostByPhase({ plan }: { readonly plan: PlanView }) {
  return (
    <div className="grid grid-cols-[auto_auto_auto] gap-x-4 tabular">
      {plan.cost_by_phase.map((cost) => (
        <div key={cost.phase} className="contents">
          <span>{phaseWords[cost.phase]}</span>
          <span className="text-right">{formatCount(cost.tokens.total)} tok</span>
          <span className="text-right">{formatCost(cost.cost_usd, cost.cost_estimated)}</span>
        </div>
      ))}
    </div>
  )
}

/** What the plan took by phase, and what it was expected to take. */
function Spent({ plan }: { readonly plan: PlanView }) {
  const words = plan.estimate && estimateWords(plan.estimate)
  return (
    <div className="flex max-w-80 flex-col gap-2">
      <CostByPhase plan={plan} />
      {plan.cost_estimated && <span className="opacity-80">{estimatedWhy}</span>}
      {plan.estimate && words && (words.cost ?? words.time) && (
        <div className="flex flex-col">
          <span>Estimated: {[words.cost, words.time].filter((one) => one !== null).join(', ')}</span>
          <span className="opacity-80">{plan.estimate.how}</span>
        </div>
      )}
    </div>
  )
}

/** The phases, and what the plan has taken so far. */
export function PlanHeader({ plan, toldAt }: { readonly plan: PlanView; readonly toldAt: number }) {
  return (
    <div className="flex min-h-10 shrink-0 flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line px-4 py-1">
      <Stepper plan={plan} />
      <div className="flex flex-wrap items-center gap-x-2 text-sm text-muted tabular">
        {plan.attempt > 1 && (
          <>
            <span>attempt {plan.attempt}</span>
            <span aria-hidden>·</span>
          </>
        )}
        <span title="Time worked, without the time it waited">
          <Elapsed ms={plan.timing.elapsed_ms} running={plan.state === 'processing'} toldAt={toldAt} />
        </span>
        {plan.time_left && (
          <span title={plan.time_left.how}>
            (about <Duration ms={plan.time_left.ms} /> left)
          </span>
        )}
        <span aria-hidden>·</span>
        <Link
          to="/plans/$planId"
          params={{ planId: plan.plan_id }}
          search={{ tab: 'activity' }}
          className="rounded-[4px] hover:underline"
        >
          {formatCount(plan.tool_calls)} {plan.tool_calls === 1 ? 'call' : 'calls'}
        </Link>
        <span aria-hidden>·</span>
        <Tooltip label={<Spent plan={plan} />}>
          <button type="button" className="rounded-[4px] hover:text-ink">
            {formatCount(plan.tokens.total)} tok
            {plan.cost_usd !== null && (
              <>
                <span aria-hidden className="mx-2">
                  ·
                </span>
                {formatCost(plan.cost_usd, plan.cost_estimated)}
              </>
            )}
            {plan.estimate?.cost_usd &&
              plan.estimate.plans > 0 &&
              plan.estimate.cost_usd.median > 0 &&
              ` of about ${formatMoney(plan.estimate.cost_usd.median)}`}
          </button>
        </Tooltip>
      </div>
    </div>
  )
}
