import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '@shared/contract'
import type { InvariantView } from '@shared/contract/invariants'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useAsk } from '../core/core'
import { QueryView } from '../core/query-view'
import { formatNumber } from '../format/format'
import { Button, Section } from '../ui'
import { InvariantForm } from './invariant-form'
import { InvariantRow } from './invariant-row'
import { RemoveInvariant } from './remove-button'
import { askOf, type InvariantTarget } from './target'

type Overridden = InferContractRouterOutputs<Contract>['invariants']['list']['overridden'][number]

/** Rules with why each is in force or gave way; with a target of their own, they are added to and removed from it. */
export function Invariants(props: {
  readonly invariants: readonly InvariantView[]
  readonly overridden: readonly Overridden[]
  readonly target?: InvariantTarget
  readonly empty: string
  /** Whether a model judges what rules say in words; left out where no plan tells. */
  readonly byModel?: boolean
}) {
  const { invariants, overridden, target } = props
  // Null until it was open: the button that comes back after it then takes the focus.
  const [adding, setAdding] = useState<boolean | null>(null)
  const some = invariants.length + overridden.length > 0
  return (
    <Section
      // The settings have the word above already.
      title={target?.scope === 'global' ? 'In every plan' : 'Invariants'}
      count={formatNumber(invariants.length)}
      actions={
        target &&
        !adding && (
          <Button icon={Plus} autoFocus={adding === false} onClick={() => setAdding(true)}>
            Add invariant
          </Button>
        )
      }
    >
      {some ? (
        <ul aria-label="Invariants" className="overflow-hidden rounded-md border border-line">
          {invariants.map((rule) => (
            <InvariantRow
              key={rule.id}
              invariant={rule}
              byModel={props.byModel}
              actions={target && <RemoveInvariant invariant={rule} target={target} />}
            />
          ))}
          {overridden.map((rule) => (
            <InvariantRow key={rule.id} invariant={rule} overridden={rule.why} />
          ))}
        </ul>
      ) : (
        <p className="text-muted">{props.empty}</p>
      )}
      {target && adding && <InvariantForm target={target} onClose={() => setAdding(false)} />}
    </Section>
  )
}

/** A plan shows its rules with their verdicts, in a list of its own. */
type ListTarget = Exclude<InvariantTarget, { readonly scope: 'plan' }>

const emptyWords: Readonly<Record<ListTarget['scope'], string>> = {
  global: 'A rule that holds in every plan, such as “Migrations are never edited”. There is none yet.',
  project: 'A rule that every plan of this project has to keep. There is none yet.',
  action: 'A rule that every plan of this action has to keep. There is none yet.',
}

/** What holds at one place, asked for there. */
export function InvariantList({ target }: { readonly target: ListTarget }) {
  const query = useQuery(useAsk().invariants.list.queryOptions({ input: askOf(target) }))
  return (
    <QueryView query={query}>
      {(data) => <Invariants {...data} target={target} empty={emptyWords[target.scope]} />}
    </QueryView>
  )
}
