import type { ErrorView, Message, Outcome } from './command'

/** The one document that a program reads (domain section 14). */
export type Envelope = {
  readonly command: string
  readonly status: 'ok' | 'warn' | 'error'
  readonly exit_code: number
  readonly data: unknown
  readonly error: ErrorView | null
  readonly messages: readonly Message[]
  readonly timing: { readonly duration_ms: number }
}

export function envelopeOf(command: string, outcome: Outcome, durationMs: number): Envelope {
  const { data, status = 'ok', exitCode = 0, error = null, messages = [] } = outcome
  return {
    command,
    status,
    exit_code: exitCode,
    data: data ?? null,
    error,
    messages,
    timing: { duration_ms: Math.round(durationMs) },
  }
}

/** JSON on one document with a new line at its end, or YAML. */
export async function writtenAs(format: 'json' | 'yaml', envelope: Envelope): Promise<string> {
  if (format === 'json') return `${JSON.stringify(envelope, null, 2)}\n`
  const { stringify } = await import('yaml')
  // Read back and forth once, so that undefined values vanish as they do in JSON, and no anchors are made.
  return stringify(JSON.parse(JSON.stringify(envelope)), { aliasDuplicateObjects: false, lineWidth: 0 })
}
