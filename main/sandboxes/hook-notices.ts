import type { ApplyMode } from './domain/types'

/** What there is to say about the hooks of a commit that Apply makes or, in a preview, would make. */
export function hookNotices(hooks: {
  readonly resource: string
  readonly mode: Exclude<ApplyMode, 'working-tree'>
  /** Of those that git runs for this commit, the ones that are there. */
  readonly present: readonly string[]
  readonly hasPreCommit: boolean
  readonly trusted: boolean
  readonly skipped: boolean
  readonly preview: boolean
}): string[] {
  const { resource, mode, present, trusted, skipped, preview } = hooks
  const names = `${present.length === 1 ? 'The hook' : 'The hooks'} ${present.join(', ')}`
  const notices: string[] = []
  if (present.length > 0 && skipped)
    notices.push(`${names} ${present.length === 1 ? 'was' : 'were'} skipped, as a person asked for this once.`)
  else if (present.length > 0 && !trusted)
    notices.push(
      `${names} ${preview ? 'will' : 'did'} not run, because ${resource} is not trusted. To have them run, look at them and trust it: agents resource trust ${resource}`,
    )
  // A merge is not refused for what pre-commit would have said, which many do not expect.
  if (preview && mode === 'merge' && hooks.hasPreCommit && !present.includes('pre-merge-commit'))
    notices.push(`${resource}: git does not run pre-commit for a merge; choose squash to have it run.`)
  return notices
}
