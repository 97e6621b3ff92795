import type { PlanView } from '@shared/contract/plan-view'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useAsk } from '../core/core'
import { QueryView } from '../core/query-view'
import { useShortcuts } from '../core/use-shortcuts'
import { formatNumber } from '../format/format'
import type { Observable } from '../observable'
import { Tabs } from '../ui'
import { ValidationsTab } from '../validations/validations-tab'
import { passedOf } from '../validations/words'
import { ActivityTab } from './activity-tab'
import { ChangesTab } from './changes-tab'
import { CheckpointsTab } from './checkpoints-tab'
import { CheckNotice } from './check-notice'
import { DecisionsTab } from './decisions-tab'
import { InputsTab } from './inputs-tab'
import { type LivePlan, useLivePlan } from './live-plan'
import { PlanHeader } from './plan-header'
import { PlanNotices } from './plan-notices'
import { PlanSteps } from './plan-steps'
import type { PlanTab } from './search'

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

function PlanTabs({ plan, live }: { readonly plan: PlanView; readonly live: Observable<LivePlan> }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const tab = search.tab ?? 'decisions'
  const show = (next: PlanTab) => void navigate({ search: { ...search, tab: next === 'decisions' ? undefined : next } })
  useShortcuts({
    '1': () => show('decisions'),
    '2': () => show('changes'),
    '3': () => show('activity'),
    '4': () => show('validations'),
    '5': () => show('inputs'),
    '6': () => show('checkpoints'),
  })
  return (
    <Tabs
      label="Plan"
      value={tab}
      onChange={show}
      tabs={[
        { value: 'decisions', label: 'Decisions', count: formatNumber(plan.decisions) },
        { value: 'changes', label: 'Changes', count: formatNumber(plan.files_modified) },
        { value: 'activity', label: 'Activity' },
        { value: 'validations', label: 'Validations', count: passedOf(plan.validations) },
        { value: 'inputs', label: 'Inputs' },
        { value: 'checkpoints', label: 'Checkpoints', count: formatNumber(plan.checkpoints) },
      ]}
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
    <QueryView query={query}>
      {(plan) => (
        <>
          <PlanHeader plan={plan} toldAt={query.dataUpdatedAt} />
          <PlanSteps plan={plan} />
          <PlanNotices plan={plan} />
          <CheckNotice plan={plan} />
          <PlanTabs plan={plan} live={live} />
        </>
      )}
    </QueryView>
  )
}
