import type { Diagnostic } from '@codemirror/lint'
import type { Text } from '@codemirror/state'
import type { DiagnosticView } from '@shared/contract/actions'

/** The finding in words, with the suggestion where the message does not hold it already. */
export function sayDiagnostic({ message, suggestion }: Pick<DiagnosticView, 'message' | 'suggestion'>): string {
  if (!suggestion) return message
  // A key that is missing is proposed with what follows it, ready to be put in.
  const absent = /^([\w-]+):\s*(?:\[\])?$/.exec(suggestion)?.[1]
  if (absent) return message.includes(`"${absent}"`) ? message : `${message} Add “${absent}:”.`
  return message.includes(suggestion) ? message : `${message} Did you mean “${suggestion}”?`
}

/** What keeps an action from being saved before what is only worth knowing; each in the order of the text. */
export function byWeight(found: readonly DiagnosticView[]): readonly DiagnosticView[] {
  const weight = (one: DiagnosticView) => (one.severity === 'error' ? 0 : 1)
  return found.toSorted(
    (one, other) => weight(one) - weight(other) || one.line - other.line || one.column - other.column,
  )
}

/** Offset of a line and column, both from 1, kept inside a document that may have changed meanwhile. */
function offsetOf(doc: Text, line: number, column: number): number {
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines))
  return at.from + Math.min(Math.max(column - 1, 0), at.length)
}

/** The core's findings as marks in the editor; each covers at least one character where there is one. */
export function placeDiagnostics(doc: Text, found: readonly DiagnosticView[]): Diagnostic[] {
  return found
    .map((one): Diagnostic => {
      const from = offsetOf(doc, one.line, one.column)
      const to = Math.max(from, offsetOf(doc, one.end_line, one.end_column))
      return {
        from,
        to: to === from ? Math.min(from + 1, doc.lineAt(from).to) : to,
        severity: one.severity,
        message: sayDiagnostic(one),
      }
    })
    .sort((one, other) => one.from - other.from)
}
