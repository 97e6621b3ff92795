import { envelopeOf, writtenAs } from '../envelope'
import type { Outcome } from '../command'
import { isEnvelope, type Format } from '../format'
import type { Block } from './block'
import type { Paint } from './paint'
import { plain } from './plain'
import { panel } from './rich'
import { harmless } from './width'

export type Terminal = { readonly columns: number; readonly paint: Paint }
export type Written = { readonly out: string; readonly err: string }

const marks = { ok: '✓ OK', warn: '! WARN', error: '✗ ERROR' } as const
const tones = { ok: 'good', warn: 'warn', error: 'bad' } as const

/** The blocks for a person, framed or plain. */
export function blocksAs(format: 'rich' | 'plain', blocks: readonly Block[], { columns, paint }: Terminal): string {
  if (format === 'plain') {
    return blocks.map((block) => `${plain(block)}\n`).join('\n')
  }
  return blocks.map((block) => `${panel(block, columns, paint)}\n`).join('')
}

function forPerson(format: 'rich' | 'plain', outcome: Outcome, terminal: Terminal): Written {
  const { status = 'ok', error, messages = [] } = outcome
  const blocks = blocksAs(format, outcome.blocks(), terminal)
  const notes = messages
    .filter((message) => message.text !== outcome.verdict)
    .map((message) => `${message.level === 'info' ? 'ℹ' : '!'} ${harmless(message.text)}\n`)
  const hint = error?.hint ? `  ${harmless(error.hint).replaceAll('\n', '\n  ')}\n` : ''
  if (outcome.verdict === '') return { out: blocks + notes.join(''), err: '' }
  const verdict = `${terminal.paint(marks[status], tones[status])} ${harmless(outcome.verdict)}\n`
  const gap = format === 'plain' && blocks !== '' ? '\n' : ''
  if (error) return { out: blocks, err: notes.join('') + verdict + hint }
  return { out: `${blocks}${gap}${notes.join('')}${verdict}`, err: '' }
}

/** What goes to standard output and to standard error. */
export async function writtenOutcome(
  format: Format,
  command: string,
  outcome: Outcome,
  durationMs: number,
  terminal: Terminal,
): Promise<Written> {
  if (isEnvelope(format)) {
    const envelope = envelopeOf(command, outcome, durationMs)
    return { out: await writtenAs(format === 'json' ? 'json' : 'yaml', envelope), err: '' }
  }
  return forPerson(format === 'rich' ? 'rich' : 'plain', outcome, terminal)
}
