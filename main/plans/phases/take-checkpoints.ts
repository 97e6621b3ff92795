import type { Change, ToolResult } from '../../tools'
import type { ToolRequest } from './run-tool'
import { describeCall } from './describe-call'
import { positionOf, type Session } from './session'

const firstLabel = 'before the first write'

/** Paths of a change relative to the repository; undefined where anything may have changed. */
function pathsOf(change: Change, subdir: string): readonly string[] | undefined {
  if (change.paths === 'all') return undefined
  return change.paths.map((path) => (subdir ? `${subdir}/${path}` : path))
}

/** Takes the checkpoint that precedes a change; one that equals its neighbour is stored once. */
export async function checkpointBefore(session: Session, request: ToolRequest): Promise<void> {
  const { deps, plan, sandboxes, toolbox } = session
  const position = positionOf(session, request, false)
  if (deps.sandboxes.checkpoints(plan.id).length === 0) {
    for (const sandbox of sandboxes)
      await deps.sandboxes.checkpoint(sandbox, { label: firstLabel, cause: 'before_first_write', position })
    return
  }
  for (const change of toolbox.targets(request.name, request.args)) {
    const sandbox = sandboxes.find((candidate) => candidate.resourceId === change.resourceId)
    if (!sandbox) continue
    const paths = pathsOf(change, sandbox.subdir)
    await deps.sandboxes.checkpoint(sandbox, {
      label: `before ${deps.redact(describeCall(request.name, request.args))}`,
      cause: 'before_write',
      tool: request.name,
      position,
      ...(paths ? { paths } : {}),
    })
  }
}

/** Takes a checkpoint of what a tool changed: only its paths after a file tool, the whole tree after a command. */
export async function checkpointAfter(
  session: Session,
  request: ToolRequest,
  result: ToolResult,
  decisionId: string,
): Promise<void> {
  const { deps, plan, phase, sandboxes } = session
  for (const change of result.changed) {
    const sandbox = sandboxes.find((candidate) => candidate.resourceId === change.resourceId)
    if (!sandbox) continue
    const label = `after ${result.title}`
    const paths = pathsOf(change, sandbox.subdir)
    const checkpoint = await deps.sandboxes.checkpoint(sandbox, {
      label,
      cause: 'after_write',
      tool: request.name,
      decisionId,
      position: positionOf(session, request, true),
      ...(paths ? { paths } : {}),
    })
    deps.activity.add(plan.id, {
      phase,
      kind: 'checkpoint',
      title: `checkpoint ${checkpoint.number}: ${label}`,
      decisionId,
    })
  }
}

/** Takes the checkpoint of what an Execute that failed or was stopped has left; what fails here is told and hides nothing. */
export async function checkpointOnError(session: Session, label: string): Promise<void> {
  const { deps, plan, phase, sandboxes } = session
  if (phase !== 'execute' || deps.sandboxes.checkpoints(plan.id).length === 0) return
  try {
    const position = positionOf(session, null, true)
    for (const sandbox of sandboxes) await deps.sandboxes.checkpoint(sandbox, { label, cause: 'on_error', position })
  } catch (error) {
    deps.log.warn('checkpoint.failed', { plan: plan.id, reason: String(error) })
  }
}
