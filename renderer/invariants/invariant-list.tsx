import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '@shared/contract'
import type { InvariantView } from '@shared/contract/invariants'
import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAsk, useCore } from '../core/core'
import { QueryView } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { formatNumber } from '../format/format'
import { Button, IconButton, notify, Section } from '../ui'
import { InvariantForm } from './invariant-form'
import { InvariantRow } from './invariant-row'
import { askOf, belongsTo, type InvariantTarget, targetOf } from './target'

type Overridden = InferContractRouterOutputs<Contract>['invariants']['list']['overridden'][number]

function RemoveButton({ invariant }: { readonly invariant: InvariantView }) {
  const { client } = useCore()
  const { text, checks, non_overridable } = invariant
  const again = useCommand(() =>
    client.invariants.add({
      ...targetOf(invariant),
      text,
      only_paths: checks.only_paths ?? [],
      never_paths: checks.never_paths ?? [],
      command: checks.command ?? undefined,
      escalate: checks.escalate,
      non_overridable,
    }),
  )
  const remove = useCommand(() => client.invariants.remove({ id: invariant.id }), {
    onDone: () =>
      notify.done('The invariant is removed', {
        hint:
          invariant.scope === 'plan'
            ? 'It no longer holds for this plan.'
            : 'New plans no longer hold it; plans that hold it keep it.',
        action: { label: 'Undo', run: () => again.run() },
      }),
  })
  return <IconButton icon={Trash2} label={`Remove invariant: ${text}`} onClick={() => remove.run()} />
}

/** Rules with why each is in force or gave way; with a target of their own, they are added to and removed from it. */
export function Invariants(props: {
  readonly invariants: readonly InvariantView[]
  readonly overridden: readonly Overridden[]
  readonly target?: InvariantTarget
  readonly empty: string
}) {
  const { invariants, overridden, target } = props
  const [adding, setAdding] = useState(false)
  const some = invariants.length + overridden.length > 0
  return (
    <Section
      // The settings have the word above already.
      title={target?.scope === 'global' ? 'In every plan' : 'Invariants'}
      count={formatNumber(invariants.length)}
      actions={
        target &&
        !adding && (
          <Button icon={Plus} onClick={() => setAdding(true)}>
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
              actions={target && belongsTo(rule, target) && rule.removable && <RemoveButton invariant={rule} />}
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

const emptyWords: Readonly<Record<InvariantTarget['scope'], string>> = {
  global: 'A rule that holds in every plan, such as “Migrations are never edited”. There is none yet.',
  project: 'A rule that every plan of this project has to keep. There is none yet.',
  action: 'A rule that every plan of this action has to keep. There is none yet.',
}

/** What holds at one place, asked for there. */
export function InvariantList({ target }: { readonly target: InvariantTarget }) {
  const query = useQuery(useAsk().invariants.list.queryOptions({ input: askOf(target) }))
  return (
    <QueryView query={query}>
      {(data) => <Invariants {...data} target={target} empty={emptyWords[target.scope]} />}
    </QueryView>
  )
}
