import type { CheckpointCause } from '../../sandboxes'
import type { Session } from './session'
import { checkpointOnError } from './take-checkpoints'

/** Checkpoints taken between calls; those on an error may hold what a call had done by half. */
const between: ReadonlySet<CheckpointCause> = new Set([
  'before_first_write',
  'before_write',
  'after_write',
  'before_child',
  'after_change',
])

const interrupted = 'Interrupted: this was ended while it ran.'

/**
 * Sets the sandboxes back to the checkpoint before a call that was ended in its middle, since a built-in actor runs it again
 * and cannot judge what it finds. What the call had left is kept in a checkpoint, and people are told of both.
 */
export async function resetInterrupted(session: Session, turnSeq: number): Promise<void> {
  const { deps, plan, phase } = session
  const open = deps.conversation.calls(plan.id, phase, turnSeq).filter((call) => !call.ended)
  if (phase !== 'execute' || open.length === 0) return
  const before = deps.sandboxes.checkpoints(plan.id).findLast(({ cause }) => between.has(cause))
  if (before) {
    const trees = Object.fromEntries(Object.entries(before.resources).map(([id, { tree }]) => [id, tree]))
    const present = await deps.sandboxes.presentTrees(plan.id)
    const touched = Object.entries(trees).some(([id, tree]) => present[id] !== undefined && present[id] !== tree)
    if (touched) {
      await checkpointOnError(session, 'what the interrupted step left')
      const left = deps.sandboxes.checkpoints(plan.id).at(-1)
      await deps.sandboxes.restoreTrees(plan.id, trees)
      session.files.changed()
      deps.activity.add(plan.id, {
        phase,
        kind: 'notice',
        title: `The last step was interrupted: the sandbox was set back to checkpoint ${before.number}, and it runs again`,
        body: `What the step had left is kept as checkpoint ${left?.number ?? before.number}. Ignored files, which checkpoints do not hold, were left as they are.`,
      })
    }
  }
  const lost = new Set(open.map(({ callId }) => `${turnSeq}:${callId}`))
  deps.db.transaction(() => {
    for (const decision of deps.decisions.live(plan.id))
      if (decision.callId !== null && lost.has(decision.callId))
        deps.decisions.supersede(decision.id, null, deps.clock())
    for (const { callId } of open) deps.conversation.end(plan.id, phase, turnSeq, callId, interrupted, true)
  })
}
