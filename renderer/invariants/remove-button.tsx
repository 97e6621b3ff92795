import type { InvariantView } from '@shared/contract/invariants'
import { Trash2 } from 'lucide-react'
import { useCore } from '../core/core'
import { useCommand } from '../core/use-command'
import { IconButton, notify } from '../ui'
import { belongsTo, type InvariantTarget, whereOf } from './target'
import { leftWords } from './words'

function Remove({ invariant, target }: { readonly invariant: InvariantView; readonly target: InvariantTarget }) {
  const { client } = useCore()
  const { text, checks, non_overridable } = invariant
  const again = useCommand(() =>
    client.invariants.add({
      ...whereOf(target),
      text,
      only_paths: checks.only_paths ?? [],
      never_paths: checks.never_paths ?? [],
      command: checks.command ?? undefined,
      escalate: checks.escalate,
      non_overridable,
    }),
  )
  const remove = useCommand(() => client.invariants.remove({ id: invariant.id }), {
    onDone: ({ plans }) =>
      notify.done('The invariant is removed', {
        hint: leftWords(target.scope, plans),
        action: { label: 'Undo', run: () => again.run() },
      }),
  })
  return <IconButton icon={Trash2} label={`Remove invariant: ${text}`} onClick={() => remove.run()} />
}

/** Takes a rule away from the place it was given to; nothing where it comes from elsewhere or is there to stay. */
export function RemoveInvariant(props: { readonly invariant: InvariantView; readonly target: InvariantTarget }) {
  const { invariant, target } = props
  const stays = target.scope === 'plan' && invariant.non_overridable
  return belongsTo(invariant, target) && invariant.removable && !stays ? <Remove {...props} /> : null
}
