/** A checkpoint as the core tells it. */
export type Checkpoint = {
  readonly id: string
  readonly number: number
  readonly label: string
  readonly tool: string | null
  readonly decision_id: string | null
  readonly created: number
}

/** How activity tells of one, as `Checkpoint 2 · Edited src/health.py`. */
export const checkpointLine = (title: string): string => title.replace(/^(checkpoint \d+): after /i, '$1 · ')

/** The moment it keeps, as the first words of a line. */
export const checkpointTitle = ({ label }: Pick<Checkpoint, 'label'>): string =>
  label
    .replace(/^after /, 'After: ')
    .replace(/^before /, 'Before ')
    .replace(/^brought /, 'Brought ')
