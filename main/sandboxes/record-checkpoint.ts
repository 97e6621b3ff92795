import { baseMark, type Bases } from './bases'
import type { Trees } from './list-changes'
import type { Context } from './context'
import type { Checkpoint } from './domain/types'
import type { CheckpointRequest } from './take-checkpoint'
import { keepCommit } from './trees'

/** Records states that were put together in memory as a checkpoint, one for all resources. */
export async function recordCheckpoint(
  context: Context,
  planId: string,
  trees: Trees,
  request: Omit<CheckpointRequest, 'paths'>,
  bases: Bases = {},
): Promise<Checkpoint> {
  return context.lock(`plan:${planId}`, async () => {
    const number = context.repository.nextCheckpointNumber(planId)
    const resources: Record<string, Checkpoint['resources'][string]> = {}
    for (const sandbox of context.repository.sandboxesOf(planId)) {
      const base = bases[sandbox.resourceId] ?? sandbox.base
      const tree = trees[sandbox.resourceId] ?? base.baseTree
      const ref = `refs/cleveragents/checkpoints/${sandbox.refName}/${number}`
      const commit = await keepCommit(context, sandbox.repoRoot, tree, [base.baseCommit], `${request.label}\n`, ref)
      resources[sandbox.resourceId] = { commit, tree, notCovered: [], ...baseMark(sandbox, base) }
    }
    const checkpoint: Checkpoint = {
      id: context.newId(),
      planId,
      number,
      label: request.label,
      tool: request.tool ?? null,
      decisionId: request.decisionId ?? null,
      created: context.clock(),
      cause: request.cause ?? 'after_change',
      position: request.position ?? null,
      resources,
    }
    context.repository.addCheckpoint(checkpoint)
    return checkpoint
  })
}
