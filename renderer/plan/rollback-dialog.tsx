import type { RollbackView } from '@shared/contract/plan-control'
import type { PlanView } from '@shared/contract/plan-view'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAsk, useCore } from '../core/core'
import { ProblemState, QueryView } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { formatNumber, plural } from '../format/format'
import { Banner, Button, Dialog, Facts, notify, Section, Words } from '../ui'
import { ConflictChoice, ForeignPaths, type OnConflict, pathsSentence, RestoredPaths, Warnings } from './restored-paths'
import { checkpointTitle } from './checkpoint-title'
import { useUndo } from './use-undo'

function Revert({ revert }: { readonly revert: NonNullable<RollbackView['revert']> }) {
  if (revert.conflicts.length > 0)
    return (
      <Banner look="waiting">
        <p className="font-medium">
          What was applied cannot be taken back: {plural(revert.conflicts.length, 'file was', 'files were')} changed in
          the repository since.
        </p>
        <ForeignPaths paths={revert.conflicts} />
      </Banner>
    )
  return (
    <Section title="In the repository">
      <p className="mb-2 text-muted">
        What was applied is taken back by a commit on top; nothing is erased from the history.
      </p>
      <RestoredPaths label="Files in the repository" files={revert.files} />
    </Section>
  )
}

function Preview({ preview }: { readonly preview: RollbackView }) {
  return (
    <>
      <Facts
        facts={[
          { name: 'Files', value: pathsSentence(preview.files) },
          {
            name: 'Decisions',
            value:
              preview.decisions_superseded === 0
                ? 'All stay'
                : `${formatNumber(preview.decisions_superseded)} superseded, ${plural(preview.tool_calls_undone, 'tool call')} among them`,
          },
          {
            name: 'Checkpoints',
            value: `${formatNumber(preview.checkpoints_dropped)} dropped, ${formatNumber(preview.checkpoints_remaining)} stay`,
          },
          ...(preview.kept.length > 0
            ? [{ name: 'Left alone', value: `${plural(preview.kept.length, 'file')} that only somebody else changed` }]
            : []),
        ]}
      />
      <RestoredPaths label="Files" files={preview.files} />
      {preview.revert && <Revert revert={preview.revert} />}
      <Warnings warnings={preview.warnings} />
    </>
  )
}

export type Target = { readonly id: string; readonly number: number; readonly label: string }

/** Shows what going back to a checkpoint would do, then does it; a toast offers the way forth again. */
export function RollbackDialog(props: {
  readonly plan: PlanView
  readonly checkpoint: Target
  readonly onClose: () => void
}) {
  const { plan, checkpoint, onClose } = props
  const { client } = useCore()
  const [choice, setChoice] = useState<OnConflict | null>(null)
  const undo = useUndo(plan.plan_id)
  const input = { plan_id: plan.plan_id, checkpoint_id: checkpoint.id }
  // Somebody can write into the sandbox without the core being told, so each look is a fresh one.
  const preview = useQuery({ ...useAsk().plans.previewRollback.queryOptions({ input }), staleTime: 0 })
  const rollback = useCommand(
    (onConflict: OnConflict | null) => client.plans.rollback({ ...input, on_conflict: onConflict ?? undefined }),
    {
      onDone: (done) => {
        onClose()
        notify.done(`Rolled back to checkpoint ${checkpoint.number}`, {
          hint: `${pathsSentence(done.files)}. The plan waits for you.`,
          action: { label: 'Undo', run: () => undo.run({}) },
        })
      },
      onProblem: () => void preview.refetch(),
    },
  )
  const conflicts = preview.data?.conflicts ?? []
  const blocked = (preview.data?.revert?.conflicts.length ?? 0) > 0
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Roll back to checkpoint ${checkpoint.number}`}
      description={<Words text={checkpointTitle(checkpoint)} />}
      size="lg"
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button
            variant="primary"
            busy={rollback.busy}
            disabled={!preview.data || blocked || (conflicts.length > 0 && choice === null)}
            onClick={() => rollback.run(choice)}
          >
            Roll back
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {rollback.problem && <ProblemState problem={rollback.problem} />}
        <ConflictChoice paths={conflicts} value={choice} onChange={setChoice} />
        <QueryView query={preview}>{(data) => <Preview preview={data} />}</QueryView>
      </div>
    </Dialog>
  )
}
