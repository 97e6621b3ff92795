import type { PlanView } from '@shared/contract/plan-view'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAsk } from '../core/core'
import { ProblemState, QueryView } from '../core/query-view'
import { plural } from '../format/format'
import { Banner, Button, Dialog, MiddleTruncate } from '../ui'
import { ConflictChoice, ForeignPaths, foreignPathsIn, type OnConflict } from './restored-paths'
import { useUndo } from './use-undo'

/** What taking an apply back does to each repository, and whose later work is in its way. */
function ApplyUndone({ planId }: { readonly planId: string }) {
  const ask = useAsk()
  const receipt = useQuery({ ...ask.plans.receipt.queryOptions({ input: { plan_id: planId } }), staleTime: 0 })
  const artifacts = useQuery(ask.plans.artifacts.queryOptions({ input: { plan_id: planId } }))
  const last = artifacts.data?.checkpoints.at(-1)
  // What an undo would meet in the repository is told by the preview of a rollback, whichever checkpoint it is to.
  const rollback = useQuery({
    ...ask.plans.previewRollback.queryOptions({ input: { plan_id: planId, checkpoint_id: last?.id ?? '' } }),
    enabled: last !== undefined,
    staleTime: 0,
  })
  const conflicts = rollback.data?.revert?.conflicts ?? []
  return (
    <div className="flex flex-col gap-3">
      {conflicts.length > 0 && (
        <Banner look="waiting">
          <p className="font-medium">
            {plural(conflicts.length, 'file was', 'files were')} changed since, so the undo would be refused.
          </p>
          <ForeignPaths paths={conflicts} />
        </Banner>
      )}
      <QueryView query={receipt}>
        {({ resources }) =>
          resources.map((one) => (
            <section key={one.resource} className="overflow-hidden rounded-md border border-line">
              <div className="flex flex-wrap items-baseline gap-x-3 border-b border-line bg-panel px-3 py-1.5">
                <span className="font-medium">{one.resource}</span>
                <span className="min-w-0 flex-1 text-muted">
                  {one.mode === 'working-tree'
                    ? 'its edits are taken out of the working tree'
                    : `gets a revert commit${one.branch ? ` on ${one.branch}` : ''}; nothing is erased`}
                </span>
                <span className="text-sm text-muted">{plural(one.files.length, 'file')}</span>
              </div>
              <ul aria-label={`Files in ${one.resource}`} className="max-h-44 overflow-y-auto py-1">
                {one.files.slice(0, 500).map((file) => (
                  <li key={file} className="px-3">
                    <MiddleTruncate text={file} mono />
                  </li>
                ))}
              </ul>
            </section>
          ))
        }
      </QueryView>
    </div>
  )
}

const whatHappens: Readonly<Record<Exclude<NonNullable<PlanView['undo']>['kind'], 'apply'>, string>> = {
  rollback: 'Files, decisions and checkpoints become what they were before the rollback.',
  correction:
    'Files and decisions become what they were before the correction; what was done since is taken back. A running step is stopped first.',
  update:
    'Files and decisions become what they were before it was brought up to date; what was done since is taken back.',
  rejection: 'What was rejected last is part of what Apply brings again.',
}

/** Says what an undo takes back, and does it. */
export function UndoDialog(props: {
  readonly plan: PlanView
  readonly undo: NonNullable<PlanView['undo']>
  readonly onClose: () => void
}) {
  const { plan, onClose } = props
  // Kept as it was asked, for the plan may tell of the next one while this is still on the screen.
  const [asked] = useState(props.undo)
  const [choice, setChoice] = useState<OnConflict | null>(null)
  const undo = useUndo(plan.plan_id, { onDone: onClose, onProblem: () => {} })
  const foreign = undo.problem && asked.kind !== 'apply' ? foreignPathsIn(undo.problem.details) : []
  return (
    <Dialog
      open
      onClose={onClose}
      title={asked.label}
      size={asked.kind === 'apply' ? 'lg' : 'md'}
      footer={
        <>
          <Button onClick={onClose}>Leave it</Button>
          <Button
            variant="primary"
            busy={undo.busy}
            disabled={foreign.length > 0 && choice === null}
            onClick={() => undo.run(choice ? { onConflict: choice } : {})}
          >
            Undo
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {undo.problem && <ProblemState problem={undo.problem} />}
        <ConflictChoice paths={foreign} value={choice} onChange={setChoice} />
        {asked.kind === 'apply' ? <ApplyUndone planId={plan.plan_id} /> : <p>{whatHappens[asked.kind]}</p>}
      </div>
    </Dialog>
  )
}
