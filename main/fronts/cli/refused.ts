import type { DiagnosticView } from '@shared/contract/actions'
import { exitCodeOf, Refusal, type RefusalData } from '@shared/model/refusal'
import type { Outcome } from './command'
import { present, type Block } from './output/block'
import { conflictBlock, type Conflict } from './views/apply-blocks'

/** The outcome of a refusal; `data` is the present form of what it is about, where there is one. */
export function refused(refusal: RefusalData, data: unknown = null): Outcome {
  const { kind, ...error } = refusal
  return {
    data,
    status: 'error',
    exitCode: exitCodeOf[kind],
    error,
    messages: [{ level: 'error', text: refusal.message }],
    blocks: () => faultBlocks(refusal.details),
    verdict: refusal.message,
  }
}

/** What a refusal is about: faults of a source, each with its place, or files that stand in the way. A hint that speaks of them is no use without them. */
function faultBlocks(details: Readonly<Record<string, unknown>>): readonly Block[] {
  const { diagnostics, conflicts } = details
  if (Array.isArray(conflicts)) return present(conflictBlock(conflicts as readonly Conflict[]))
  if (!Array.isArray(diagnostics)) return []
  const lines = (diagnostics as readonly Partial<DiagnosticView>[]).map(
    ({ line, column, message, severity }) =>
      `line ${line}, column ${column}: ${severity === 'warning' ? 'warning: ' : ''}${message}`,
  )
  return lines.length === 0 ? [] : [{ kind: 'lines', title: 'Faults', lines }]
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
