import { invalid } from '@shared/model/refusal'
import { baseMark, isOnBase } from './bases'
import { captureTree } from './capture-tree'
import type { Context } from './context'
import {
  checkpointCauses,
  type Checkpoint,
  type CheckpointCause,
  type CheckpointPosition,
  type Sandbox,
} from './domain/types'
import { keepCommit } from './trees'
import { verifySandbox } from './verify-sandbox'

export type CheckpointRequest = {
  readonly label: string
  /** `after_write` where it is not given. */
  readonly cause?: CheckpointCause
  readonly position?: CheckpointPosition | null
  readonly tool?: string | null
  readonly decisionId?: string | null
  /** Paths relative to the repository that may have changed; the whole tree where absent. */
  readonly paths?: readonly string[]
}

/** Takes a checkpoint of one resource; the plan's others stand in it as they last were. One equal to the last is that one. */
export async function takeCheckpoint(
  context: Context,
  sandbox: Sandbox,
  request: CheckpointRequest,
): Promise<Checkpoint> {
  const { cause = 'after_write' } = request
  if (!checkpointCauses.includes(cause))
    throw invalid('checkpoint.unknown_cause', `There is no cause ${cause} of a checkpoint.`, {
      hint: `The causes are ${checkpointCauses.join(', ')}.`,
      details: { causes: checkpointCauses },
    })
  return context.lock(`plan:${sandbox.planId}`, async () => {
    if (!request.paths || !context.captured.has(sandbox.id)) await verifySandbox(context, sandbox)
    const { tree, notCovered } = await captureTree(context, sandbox, request.paths)
    const last = context.repository.lastCheckpoint(sandbox.planId)
    const stands = last?.resources[sandbox.resourceId]
    if (last && stands?.tree === tree && isOnBase(sandbox, stands)) return last
    const number = context.repository.nextCheckpointNumber(sandbox.planId)
    const ref = `refs/cleveragents/checkpoints/${sandbox.refName}/${number}`
    const { baseCommit } = sandbox.base
    const commit = await keepCommit(context, sandbox.repoRoot, tree, [baseCommit], `${request.label}\n`, ref)
    const checkpoint: Checkpoint = {
      id: context.newId(),
      planId: sandbox.planId,
      number,
      label: request.label,
      tool: request.tool ?? null,
      decisionId: request.decisionId ?? null,
      created: context.clock(),
      cause,
      position: request.position ?? null,
      resources: {
        ...last?.resources,
        [sandbox.resourceId]: { commit, tree, notCovered, ...baseMark(sandbox, sandbox.base) },
      },
    }
    context.repository.addCheckpoint(checkpoint)
    return checkpoint
  })
}
