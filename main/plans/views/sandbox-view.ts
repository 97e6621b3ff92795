import { assertNever } from '@shared/model/assert-never'
import type { SandboxProblem } from '@shared/contract/plan-view'
import type { Finding } from '../../sandboxes'

type Said = Omit<SandboxProblem, 'resource_id' | 'resource'>

function said({ condition, name, path, movedTo, lockReason }: Finding): Said {
  switch (condition) {
    case 'missing':
      return {
        code: 'sandbox.missing',
        message: `The sandbox of ${name} is missing.`,
        hint: `It is no longer at ${path}. Where you moved it, name its folder, and it is brought back as it is; else it is made again with the content of its last checkpoint, without what was written there after that.`,
        action: 'recreate',
        label: 'Re-create from checkpoint',
      }
    case 'moved':
      return {
        code: 'sandbox.moved',
        message: `The sandbox of ${name} was moved to ${movedTo}.`,
        hint: 'It is brought back as it is, with everything in it.',
        action: 'adopt',
        label: 'Bring it back',
      }
    case 'locked_by_other': {
      const why = lockReason ? ` (${lockReason})` : ''
      return {
        code: 'sandbox.locked',
        message: `The sandbox of ${name} was locked by somebody else${why}.`,
        hint: 'Their lock is replaced by that of the plan; the content stays as it is.',
        action: 'unlock',
        label: 'Unlock',
      }
    }
    case 'off_branch':
      return {
        code: 'sandbox.off_branch',
        message: `The sandbox of ${name} is on another branch than its own.`,
        hint: 'It is brought back to its branch, with the work of the plan; what another commit brought there is kept as a checkpoint.',
        action: 'adopt',
        label: 'Back to its branch',
      }
    case 'unregistered':
      return {
        code: 'sandbox.unregistered',
        message: `git no longer knows the sandbox of ${name}.`,
        hint: `It stands at ${path}. Discarding the plan keeps that folder aside, in the trash of the data folder.`,
        action: 'discard',
        label: 'Discard plan',
      }
    default:
      return assertNever(condition)
  }
}

/** What stands wrong with a sandbox as every front shows it. */
export const sandboxProblem = (finding: Finding): SandboxProblem => ({
  resource_id: finding.resourceId,
  resource: finding.name,
  ...said(finding),
})

/** The command that puts the sandboxes of a plan right; none where nothing stands wrong. */
export function repairSteps(planId: string, problems: readonly SandboxProblem[]): string[] {
  if (problems.length === 0) return []
  const lost = problems.some(({ action }) => action === 'discard')
  return [lost ? `agents plan cancel ${planId}` : `agents plan repair ${planId}`]
}
