import { exitCodeOf, Refusal, type RefusalData } from '@shared/model/refusal'
import type { Outcome } from './command'

/** The outcome of a refusal; `data` is the present form of what it is about, where there is one. */
export function refused(refusal: RefusalData, data: unknown = null): Outcome {
  const { kind, ...error } = refusal
  return {
    data,
    status: 'error',
    exitCode: exitCodeOf[kind],
    error,
    messages: [{ level: 'error', text: refusal.message }],
    blocks: () => [],
    verdict: refusal.message,
  }
}

/** Whatever was thrown as a refusal: what is no refusal is a fault, and its stack stays out of sight. */
export function refusalOf(thrown: unknown): RefusalData {
  if (thrown instanceof Refusal) return thrown.data
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  return {
    kind: 'failed',
    code: 'cli.fault',
    message: `Something unexpected went wrong on the command line: ${text}`,
    hint: 'Run `agents diagnostics`; if it stays, report this message with the command that you ran.',
    details: {},
  }
}
