import type { PlanView } from '@shared/contract/plan-view'
import { type PlanTab, planTabLabels, planTabs } from '@shared/plan-tabs'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useAsk } from '../core/core'
import { ButtonLink } from '../core/button-link'
import { QueryView } from '../core/query-view'
import { useShortcuts } from '../core/use-shortcuts'
import { formatNumber } from '../format/format'
import type { Observable } from '../observable'
import { Tabs } from '../ui'
import { ValidationsTab } from '../validations/validations-tab'
import { passedOf } from '../validations/words'
import { ActivityTab } from './activity-tab'
import { BudgetNotice } from './budget-answer'
import { ChangesTab } from './changes-tab'
import { CheckpointsTab } from './checkpoints-tab'
import { CheckNotice } from './check-notice'
import { ConflictNotice } from './conflict-notice'
import { DecisionsTab } from './decisions-tab'
import { DriftNotice } from './drift-notice'
import { HookNotice } from './hook-notice'
import { InputsTab } from './inputs-tab'
import { type LivePlan, useLivePlan } from './live-plan'
import { PlanHeader } from './plan-header'
import { PlanNotices } from './plan-notices'
import { PlanSteps } from './plan-steps'
import { SandboxNotice } from './sandbox-notice'
import { UnrecordedNotice } from './unrecorded-notice'

const route = getRouteApi('/plans/$planId')

function Panel({
  plan,
  tab,
  live,
}: {
  readonly plan: PlanView
  readonly tab: PlanTab
  readonly live: Observable<LivePlan>
}) {
  switch (tab) {
    case 'decisions':
      return <DecisionsTab plan={plan} />
    case 'changes':
      return <ChangesTab plan={plan} />
    case 'activity':
      return <ActivityTab plan={plan} live={live} />
    case 'validations':
      return <ValidationsTab plan={plan} />
    case 'inputs':
      return <InputsTab plan={plan} />
    case 'checkpoints':
      return <CheckpointsTab plan={plan} />
  }
}

function countOf(plan: PlanView, tab: PlanTab): string | undefined {
  switch (tab) {
    case 'decisions':
      return formatNumber(plan.decisions)
    case 'changes':
      return formatNumber(plan.files_modified)
    case 'validations':
      return passedOf(plan.validations)
    case 'checkpoints':
      return formatNumber(plan.checkpoints)
    case 'activity':
    case 'inputs':
      return undefined
  }
}

function PlanTabs({ plan, live }: { readonly plan: PlanView; readonly live: Observable<LivePlan> }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const tab = search.tab ?? 'decisions'
  const show = (next: PlanTab) => void navigate({ search: { ...search, tab: next === 'decisions' ? undefined : next } })
  useShortcuts(Object.fromEntries(planTabs.map((one, index) => [String(index + 1), () => show(one)])))
  return (
    <Tabs
      label="Plan"
      value={tab}
      onChange={show}
      tabs={planTabs.map((value) => ({ value, label: planTabLabels[value], count: countOf(plan, value) }))}
    >
      <Panel plan={plan} tab={tab} live={live} />
    </Tabs>
  )
}

export function PlanScreen(): ReactNode {
  const { planId } = route.useParams()
  return <OnePlan key={planId} planId={planId} />
}

function OnePlan({ planId }: { readonly planId: string }) {
  const navigate = route.useNavigate()
  const query = useQuery(useAsk().plans.status.queryOptions({ input: { plan_id: planId } }))
  const live = useLivePlan(planId)
  const whole = query.data?.plan_id
  useEffect(() => {
    // An address may hold the short id; the events speak of the whole one.
    if (whole && whole !== planId)
      void navigate({ params: { planId: whole }, search: (search) => search, replace: true })
  }, [whole, planId, navigate])
  return (
    <QueryView query={query} instead={<ButtonLink to="/plans">All plans</ButtonLink>}>
      {(plan) => (
        <>
          <PlanHeader plan={plan} toldAt={query.dataUpdatedAt} />
          <PlanSteps plan={plan} />
          <div className="flex max-h-[40vh] shrink-0 flex-col gap-1.5 overflow-y-auto border-b border-line px-4 py-2 empty:hidden">
            <UnrecordedNotice plan={plan} />
            <SandboxNotice plan={plan} />
            <CheckNotice plan={plan} />
            <DriftNotice plan={plan} />
            <ConflictNotice plan={plan} />
            <HookNotice plan={plan} toldAt={query.dataUpdatedAt} />
            <BudgetNotice plan={plan} />
            <PlanNotices plan={plan} />
          </div>
          <PlanTabs plan={plan} live={live} />
        </>
      )}
    </QueryView>
  )
}
