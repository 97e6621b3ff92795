export type ConflictCause = 'committed' | 'uncommitted' | 'in_the_way'

/** What settles an apply that met conflicts: a plain update brings in commits alone, and never a person's open edits. */
export function conflictHint(planId: string, causes: ReadonlySet<ConflictCause>): string {
  const ways = [
    ...(causes.has('uncommitted')
      ? [
          `The edits below that are not committed are yours: commit or stash them and apply again, or bring them into the plan: agents plan update --include-uncommitted ${planId}.`,
        ]
      : []),
    ...(causes.has('committed')
      ? [`Bring the plan up to date with what was committed: agents plan update ${planId}.`]
      : []),
    ...(causes.has('in_the_way') ? ['Move or remove the files that are in the way, and apply again.'] : []),
  ]
  return [...ways, 'Or correct a decision, or roll back.'].join(' ')
}
