import type { UndoPreviewView } from '@shared/contract/plan-control'
import type { PlanView } from '@shared/contract/plan-view'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAsk } from '../core/core'
import { ProblemState, QueryView } from '../core/query-view'
import { useShortcuts } from '../core/use-shortcuts'
import { plural } from '../format/format'
import { Banner, Button, Dialog, Facts } from '../ui'
import {
  ConflictChoice,
  ForeignPaths,
  foreignPathsIn,
  type OnConflict,
  pathsSentence,
  RestoredPaths,
} from './restored-paths'
import { useUndo } from './use-undo'

type Undo = NonNullable<PlanView['undo']>

function TakenBack({ preview }: { readonly preview: UndoPreviewView }) {
  const { decisions_superseded: superseded, decisions_revived: revived } = preview
  const parts = [
    ...(revived > 0 ? [`${plural(revived, 'holds', 'hold')} again`] : []),
    ...(superseded > 0 ? [`${plural(superseded, 'is', 'are')} superseded`] : []),
  ]
  return (
    <section aria-label="What this does" className="flex flex-col gap-3">
      <Facts
        facts={[
          { name: 'Files', value: pathsSentence(preview.files) },
          ...(preview.undone === 'rejection' || preview.undone === 'apply'
            ? []
            : [
                { name: 'Decisions', value: parts.length > 0 ? parts.join(', ') : 'All stay' },
                { name: 'Checkpoints', value: `${plural(preview.checkpoints_remaining, 'stays', 'stay')} on the list` },
              ]),
          ...preview.targets.map((target) => ({
            name: target.resource,
            value:
              target.mode === 'working-tree'
                ? 'Its edits are taken out of the working tree'
                : `Gets a revert commit${target.branch ? ` on ${target.branch}` : ''}; nothing is erased`,
          })),
        ]}
      />
      <RestoredPaths label={preview.targets.length > 0 ? 'Files in the targets' : 'Files'} files={preview.files} />
    </section>
  )
}

const whatHappens: Readonly<Record<Undo['kind'], string>> = {
  apply: 'What the plan applied is taken out of the targets again. The plan stays as it ended, with its receipt.',
  rollback: 'Files, decisions and checkpoints become what they were before the rollback.',
  correction:
    'Files and decisions become what they were before the correction; what was done since is taken back. A running step is stopped first.',
  update:
    'Files and decisions become what they were before it was brought up to date; what was done since is taken back.',
  rejection: 'What was rejected last is part of what Apply brings again.',
}

/** Says what an undo takes back, and does it. */
export function UndoDialog(props: { readonly plan: PlanView; readonly undo: Undo; readonly onClose: () => void }) {
  const { plan, onClose } = props
  // Kept as it was asked, for the plan may tell of the next one while this is still on the screen.
  const [asked] = useState(props.undo)
  const [choice, setChoice] = useState<OnConflict | null>(null)
  const undo = useUndo(plan.plan_id, { onDone: onClose, onProblem: () => {} })
  const preview = useQuery({
    ...useAsk().plans.previewUndo.queryOptions({ input: { plan_id: plan.plan_id } }),
    enabled: !undo.busy,
    staleTime: 0,
  })
  const isApply = asked.kind === 'apply'
  const told = preview.data?.undone === asked.kind ? preview.data.conflicts : []
  const foreign = isApply ? [] : undo.problem ? foreignPathsIn(undo.problem.details) : told
  const open = foreign.length > 0 && choice === null
  const run = () => {
    if (!open && !undo.busy) undo.run(choice ? { onConflict: choice } : {})
  }
  useShortcuts({ 'mod+enter': run })
  return (
    <Dialog
      open
      onClose={onClose}
      title={asked.label}
      description={plan.title}
      size="lg"
      footer={
        <>
          <Button onClick={onClose}>Leave it</Button>
          <Button variant="primary" busy={undo.busy} disabled={open} onClick={run} shortcut="mod+enter">
            Undo
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {undo.problem && <ProblemState problem={undo.problem} />}
        <ConflictChoice paths={foreign} value={choice} onChange={setChoice} />
        {isApply && told.length > 0 && (
          <Banner look="waiting">
            <p className="font-medium">
              {plural(told.length, 'file was', 'files were')} changed since, so the undo would be refused.
            </p>
            <ForeignPaths paths={told} />
          </Banner>
        )}
        <p>{whatHappens[asked.kind]}</p>
        <QueryView query={preview}>{(data) => <TakenBack preview={data} />}</QueryView>
      </div>
    </Dialog>
  )
}
