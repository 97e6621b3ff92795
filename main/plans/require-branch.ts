import { conflict } from '@shared/model/refusal'
import type { BaseState } from '../sandboxes'

type Base = Pick<BaseState, 'detached' | 'headCommit' | 'repoRoot' | 'operation'>

/** Refuses to plan changes of a checkout that stands on no branch: they would have nowhere to go in the end. */
export function requireBranch(name: string, { detached, headCommit, repoRoot, operation }: Base): void {
  if (!detached) return
  const at = headCommit.slice(0, 10)
  throw conflict(
    'plan.no_branch',
    `${name} is detached at ${at}, so there is no branch that changes could be applied to. No plan was made.`,
    {
      hint:
        operation === null
          ? `Check a branch out in ${repoRoot}: git switch -c NAME keeps this commit. Or register the checkout with --branch.`
          : `A ${operation} is in progress in ${repoRoot}: finish or end it first.`,
      details: { path: repoRoot, head_commit: headCommit },
    },
  )
}
