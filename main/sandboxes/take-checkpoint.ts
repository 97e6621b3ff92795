import { captureTree } from './capture-tree'
import type { Context } from './context'
import type { Checkpoint, Sandbox } from './domain/types'
import { keepCommit } from './trees'
import { verifySandbox } from './verify-sandbox'

export type CheckpointRequest = {
  readonly label: string
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
  return context.lock(`plan:${sandbox.planId}`, async () => {
    if (!request.paths || !context.captured.has(sandbox.id)) await verifySandbox(context, sandbox)
    const { tree, notCovered } = await captureTree(context, sandbox, request.paths)
    const last = context.repository.lastCheckpoint(sandbox.planId)
    if (last && last.resources[sandbox.resourceId]?.tree === tree) return last
    const number = (last?.number ?? 0) + 1
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
      resources: { ...last?.resources, [sandbox.resourceId]: { commit, tree, notCovered } },
    }
    context.repository.addCheckpoint(checkpoint)
    return checkpoint
  })
}
