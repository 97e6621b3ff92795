import { failed, Refusal, type RefusalData } from '@shared/model/refusal'
import { refusalLine } from './core-message'

/** Characters of the log's end that are shown where a start failed. */
const tailLength = 2000

/** The code with which a core refuses to start because another has its data folder. */
export const lockedCode = 'core.locked'

/** Why a core refused, where what it printed says so. */
export function refusalIn(told: string): RefusalData | undefined {
  return told
    .split('\n')
    .map(refusalLine)
    .findLast((refusal) => refusal !== undefined)
}

type Start = {
  /** How the core's process ended; undefined where it lives and may still come up. */
  readonly ended: string | undefined
  /** What was printed since the start. */
  readonly told: string
  /** What a core said that it puts right first; null where none has. */
  readonly recovering: readonly string[] | null
  readonly logFile: string
}

/** What a command is told that got no core. Nothing is said of files that a core may be working on. */
export function startRefusal({ ended, told, recovering, logFile }: Start): Refusal {
  const refusal = refusalIn(told)
  if (recovering !== null && (ended === undefined || refusal?.code === lockedCode))
    return failed(
      'core.recovering',
      `The core has not finished putting right what was interrupted: ${recovering.join('; ')}. Your command was not run.`,
      {
        hint: `Leave the files of that plan as they are, and run the command again in some minutes. What the core does stands in ${logFile} and in core.log beside it.`,
        details: { log: logFile, recovering: [...recovering] },
      },
    )
  if (refusal) return new Refusal(refusal)
  const tail = told.slice(-tailLength).trim()
  const message =
    ended === undefined
      ? 'The core has not come up in time; it may still be starting.'
      : `The core did not start (${ended}).`
  return failed('core.start_failed', `${message} Your command was not run.`, {
    hint: tail === '' ? `Its log is ${logFile}.` : `Its log ${logFile} ends with:\n${tail}`,
    details: { log: logFile, tail },
  })
}
