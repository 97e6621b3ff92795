import type { PlanSummary } from '@shared/contract/plan-view'
import { phases } from '@shared/model/plan'
import { phaseWords } from '@shared/model/standing-words'
import { stepMark, type StepMark } from '../plan/words'
import { cx } from '../ui'

const looks: Readonly<Record<StepMark, string>> = {
  done: 'bg-[var(--gray-9)]',
  running: 'bg-accent-text animate-[breathe_1600ms_ease-in-out_infinite]',
  waiting: 'bg-waiting',
  failed: 'bg-failed',
  ahead: 'bg-[var(--gray-6)]',
  cancelled: 'bg-[var(--gray-6)]',
}

/** Three bars, one a phase; the words are for screen readers and on hover. */
export function PhaseMarks({ plan }: { readonly plan: PlanSummary }) {
  const words = phases.map((phase) => `${phaseWords[phase]}: ${stepMark(plan, phase)}`).join(', ')
  return (
    <span role="img" aria-label={words} title={words} className="inline-flex gap-0.5">
      {phases.map((phase) => (
        <span key={phase} className={cx('h-1 w-4 rounded-full', looks[stepMark(plan, phase)])} />
      ))}
    </span>
  )
}
