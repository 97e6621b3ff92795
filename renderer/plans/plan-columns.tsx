import type { PlanSummary } from '@shared/contract/plan-view'
import { Cost } from '../plan/cost'
import { PlanTitle } from '../plan/plan-title'
import { markOf } from '../plan/words'
import { formatNumber, plural } from '../format/format'
import { type Column, cx, Elapsed, rowLinkLook, StatusMark, Time } from '../ui'
import { PhaseMarks } from './phase-marks'

/** Plain links: the router's own cost too much by the thousand, and the hash leads to the same place. */
const addressOf = (plan: PlanSummary) => `#/plans/${plan.plan_id}`

/** The columns of a list of plans; `toldAt` is when its elapsed times were true. */
export function planColumns(toldAt: number): readonly Column<PlanSummary>[] {
  return [
    {
      name: 'Plan',
      sort: 'plan',
      width: 'minmax(9rem,4fr)',
      cell: (plan) => (
        <span className="flex min-w-0 flex-1 items-center gap-2">
          <a href={addressOf(plan)} data-row-stop className={cx('flex-1', rowLinkLook)} title={plan.title}>
            <PlanTitle title={plan.title} />
          </a>
          <span className="mono shrink-0 text-muted max-[1399px]:hidden">{plan.short_id}</span>
        </span>
      ),
    },
    { name: 'State', sort: 'state', width: 'minmax(8rem,1.8fr)', cell: (plan) => <StatusMark {...markOf(plan)} /> },
    { name: 'Phases', width: '3.5rem', cell: (plan) => <PhaseMarks plan={plan} /> },
    {
      name: 'Project',
      sort: 'project',
      width: 'minmax(4rem,1.2fr)',
      cell: (plan) => (
        <span className="truncate text-muted" title={plan.projects.join(', ')}>
          {plan.projects.join(', ')}
        </span>
      ),
    },
    {
      name: 'Profile',
      sort: 'profile',
      width: '5rem',
      cell: (plan) => <span className="truncate text-muted">{plan.automation_profile}</span>,
    },
    {
      name: 'Files',
      sort: 'files',
      width: '2.5rem',
      align: 'end',
      cell: (plan) =>
        plan.files_modified > 0 ? (
          <a
            href={`${addressOf(plan)}?tab=changes`}
            className="rounded-[4px] hover:underline"
            aria-label={`${plural(plan.files_modified, 'changed file')} of ${plan.title}`}
          >
            {formatNumber(plan.files_modified)}
          </a>
        ) : (
          <span className="text-faint">–</span>
        ),
    },
    {
      name: 'Cost',
      sort: 'cost',
      width: '4rem',
      align: 'end',
      cell: (plan) => <Cost usd={plan.cost_usd} estimated={plan.cost_estimated} />,
    },
    {
      name: 'Elapsed',
      sort: 'elapsed',
      width: '4rem',
      align: 'end',
      cell: (plan) => <Elapsed ms={plan.elapsed_ms} running={plan.state === 'processing'} toldAt={toldAt} />,
    },
    {
      name: 'Created',
      sort: 'created',
      width: '5.5rem',
      align: 'end',
      cell: (plan) => (
        <span className="text-muted">
          <Time at={plan.created} />
        </span>
      ),
    },
  ]
}
