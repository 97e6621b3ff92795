import { ORPCError } from '@orpc/client'
import { inputFaults, type InputIssue } from '@shared/model/input-faults'
import { ConnectionLost } from '../connection/line'

/** A failure as a screen shows it. */
export type Problem = {
  readonly message: string
  readonly hint: string
  /** Empty for a fault. */
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>
  /** Names an unexpected failure in the log. */
  readonly faultId: string | null
}

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function faultIdOf(data: unknown): string | null {
  if (!isFields(data)) return null
  return text(data['fault_id']) || text(data['id']) || null
}

/** Reads a typed refusal; everything else becomes a fault of which only the id is shown. */
export function problemOf(error: unknown): Problem {
  const none = { code: '', details: {}, faultId: null }
  if (error instanceof ConnectionLost)
    return {
      ...none,
      message: 'The connection was lost before the answer came.',
      hint: 'Once it is back, look whether the step was done before you repeat it.',
    }
  if (error instanceof ORPCError) {
    const data: unknown = error.data
    if (isFields(data) && typeof data['message'] === 'string' && typeof data['code'] === 'string') {
      const details = isFields(data['details']) ? data['details'] : {}
      return { message: data['message'], hint: text(data['hint']), code: data['code'], details, faultId: null }
    }
    if (error.code === 'BAD_REQUEST') {
      const issues = isFields(data) && Array.isArray(data['issues']) ? (data['issues'] as readonly InputIssue[]) : []
      const told = issues.length === 0 ? '' : ` (${inputFaults(issues).join('; ')})`
      const message = `The core did not accept what was entered${told}.`
      return { ...none, message, hint: 'Check the fields and try again.' }
    }
    return {
      ...none,
      message: 'Something went wrong inside the core. Nothing was changed by this step.',
      hint: 'Try again. If it stays, copy the report under Settings › Diagnostics; the log knows the fault by its id.',
      faultId: faultIdOf(data),
    }
  }
  return {
    ...none,
    message: 'Something went wrong on this screen.',
    hint: 'Reload the window; what the core holds is safe.',
  }
}

/** Messages by field where a refusal's details name fields: `{ fields: { name: message } }` or `{ field, message? }`. */
export function fieldProblems(problem: Problem): Readonly<Record<string, string>> {
  const { details } = problem
  const many = details['fields'] ?? details['args'] ?? details['faults'] ?? details['errors']
  if (Array.isArray(many)) {
    const entries = many.flatMap((item): [string, string][] => {
      if (!isFields(item)) return []
      const name = text(item['name']) || text(item['field']) || text(item['arg'])
      return name ? [[name, text(item['message']) || problem.message]] : []
    })
    return Object.fromEntries(entries)
  }
  if (isFields(many))
    return Object.fromEntries(Object.entries(many).map(([name, message]) => [name, text(message) || problem.message]))
  const one = text(details['field']) || text(details['arg'])
  return one ? { [one]: problem.message } : {}
}
