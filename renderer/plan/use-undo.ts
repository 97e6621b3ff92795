import type { UndoneView } from '@shared/contract/plan-control'
import { useCore } from '../core/core'
import type { Problem } from '../core/problem'
import { useCommand } from '../core/use-command'
import { notify } from '../ui'
import { pathsSentence, type OnConflict } from './restored-paths'

const undoneWords: Readonly<Record<UndoneView['undone'], string>> = {
  rollback: 'The rollback is undone',
  correction: 'The correction is undone',
  update: 'The update is undone',
  apply: 'The apply is undone',
  rejection: 'The rejection is undone',
}

/** Takes back the plan's latest step back, and says what that did. */
export function useUndo(
  planId: string,
  options: { readonly onDone?: () => void; readonly onProblem?: (problem: Problem) => void } = {},
) {
  const { client } = useCore()
  const { onDone, onProblem } = options
  return useCommand(
    (choice: { readonly onConflict?: OnConflict }) =>
      client.plans.undo({ plan_id: planId, on_conflict: choice.onConflict }),
    {
      onDone: (undone) => {
        onDone?.()
        notify.done(undoneWords[undone.undone], { hint: `${pathsSentence(undone.files)}.` })
      },
      ...(onProblem ? { onProblem } : {}),
    },
  )
}
