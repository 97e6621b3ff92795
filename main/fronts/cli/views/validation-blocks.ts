import type { ValidationResultView, ValidationStandingView, ValidationView } from '@shared/contract/validations'
import { fields, lines, type Block, type Line } from '../output/block'
import { duration, orNone } from './text'

export function validationBlock(title: string, validation: ValidationView): Block {
  const { command } = validation
  return fields(title, [
    ['Name', validation.name],
    ['Command', typeof command === 'string' ? command : command?.join(' ')],
    ['Tool', validation.tool],
    ['Description', orNone(validation.description)],
    ['Mode', validation.mode],
    ['Phase', validation.phase],
    ['Timeout', `${validation.timeout_s}s${validation.timeout_s === 300 ? ' (default)' : ''}`],
    ['Reporter', validation.parse],
    ['Attached', orNone(validation.attached.map(({ target, name }) => `${target} ${name}`).join(', '))],
  ])
}

/** How a check stands, on one line. */
export function standingLine(standing: ValidationStandingView): Line {
  const { name, mode, passed, stale, tests, exit_code: exit, timed_out: late } = standing
  const what = mode === 'informational' ? `${name} (informational)` : name
  if (passed === null) return { text: `○ ${what}: has not run`, tone: 'dim' }
  const count = tests ? ` (${tests.passed}/${tests.total})` : ''
  const took = standing.duration_ms === null ? '' : `, ${duration(standing.duration_ms)}`
  const end = passed
    ? `passed${count}`
    : late
      ? 'ran out of time'
      : exit === null
        ? 'failed'
        : `failed${count}, exit ${exit}`
  const note = standing.note === '' ? '' : ` · ${standing.note}`
  const old = stale ? ' · before the latest changes' : ''
  return {
    text: `${passed ? '✓' : '✗'} ${what}: ${end}${took}${old}${note}`,
    tone: stale ? 'warn' : passed ? 'good' : 'bad',
  }
}

export const standingLines = (title: string, standings: readonly ValidationStandingView[]): Block =>
  lines(title, standings.map(standingLine))

export function outputBlocks(results: readonly ValidationResultView[]): Block[] {
  return results
    .filter((result) => result.passed === false && result.output !== '')
    .map((result) => lines(`Output of ${result.name}`, result.output.split('\n'), true))
}
