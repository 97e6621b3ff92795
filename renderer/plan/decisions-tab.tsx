import type { DecisionNode } from '@shared/contract/decisions'
import type { PlanView } from '@shared/contract/plan-view'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Puzzle } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useAsk } from '../core/core'
import { QueryView } from '../core/query-view'
import { plural } from '../format/format'
import { Checkbox, EmptyState, flattenTree, SplitPane, Tree, useWide } from '../ui'
import { DecisionPane } from './decision-detail'
import { DecisionRow } from './decision-row'
import { dependantsIn } from './dependants'
import { decisionTree, firstToShow } from './decision-tree'
import { usePlanCommands } from './use-plan-commands'
import { isRunning } from './words'

const route = getRouteApi('/plans/$planId')

function useOpenNodes() {
  // Everything is open at first, so what is remembered is what was closed.
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string, open: boolean) => {
    const next = new Set(closed)
    if (open) next.delete(id)
    else next.add(id)
    setClosed(next)
  }
  return { isOpen: (id: string) => !closed.has(id), toggle, closed }
}

function DecisionList(props: {
  readonly nodes: readonly DecisionNode[]
  readonly superseded: number
  readonly selected: string | null
  readonly onSelect: (id: string) => void
}) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { isOpen, toggle, closed } = useOpenNodes()
  const roots = useMemo(() => decisionTree(props.nodes), [props.nodes])
  // `isOpen` is made anew with each render; the set it reads decides.
  // oxlint-disable-next-line react/exhaustive-deps
  const rows = useMemo(() => flattenTree(roots, isOpen), [roots, closed])
  const dependantsOf = useMemo(() => dependantsIn(props.nodes), [props.nodes])
  const [pointed, setPointed] = useState<string | null>(null)
  const lit = useMemo(() => dependantsOf(pointed ?? props.selected ?? ''), [dependantsOf, pointed, props.selected])
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Tree
        label="Decisions"
        rows={rows}
        selected={props.selected}
        onSelect={props.onSelect}
        onToggle={toggle}
        onPoint={setPointed}
        lit={lit}
        row={(node) => <DecisionRow node={node} />}
      />
      {(props.superseded > 0 || search.superseded) && (
        <div className="flex min-h-9 shrink-0 items-center border-t border-line px-4">
          <Checkbox
            checked={search.superseded === true}
            onChange={(checked) =>
              void navigate({ search: { ...search, superseded: checked ? true : undefined }, replace: true })
            }
            label={`Show ${plural(props.superseded, 'superseded decision')}`}
          />
        </div>
      )}
    </div>
  )
}

export function DecisionsTab({ plan }: { readonly plan: PlanView }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const wide = useWide()
  const commands = usePlanCommands(plan.plan_id)
  const query = useQuery({
    ...useAsk().plans.tree.queryOptions({
      input: { plan_id: plan.plan_id, show_superseded: search.superseded ?? false },
    }),
    placeholderData: (before) => before,
  })
  const select = (decision: string | undefined) => void navigate({ search: { ...search, decision }, replace: wide })
  return (
    <QueryView query={query}>
      {({ nodes, superseded }) => {
        if (nodes.length === 0)
          return (
            <EmptyState icon={Puzzle} title="No decisions yet">
              {isRunning(plan.state)
                ? 'The strategy is being built. Each decision appears here as soon as it is made.'
                : 'Decisions appear here once the strategy is started.'}
            </EmptyState>
          )
        const selected = search.decision ?? (wide ? firstToShow(nodes) : null)
        return (
          <SplitPane
            name="decisions"
            label="Width of the decision tree"
            open={selected !== null}
            initial={44}
            list={<DecisionList nodes={nodes} superseded={superseded} selected={selected} onSelect={select} />}
            detail={
              selected ? (
                <DecisionPane
                  id={selected}
                  plan={plan}
                  answer={{ busy: commands.approve.busy, onAnswer: commands.approve.run }}
                  onBack={wide ? null : () => select(undefined)}
                />
              ) : null
            }
          />
        )
      }}
    </QueryView>
  )
}
