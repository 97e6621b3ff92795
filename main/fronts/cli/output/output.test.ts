import { describe, expect, it } from 'vitest'
import { fields, lines, type Block } from './block'
import { paintFor } from './paint'
import { plain } from './plain'
import { panel } from './rich'
import { columnsOf, cut, harmless, wrapped } from './width'
import { writtenOutcome } from './write-outcome'
import type { Outcome } from '../command'

const paint = paintFor(false, {})
const table: Block = {
  kind: 'table',
  title: 'Plans',
  columns: ['ID', 'Action'],
  rows: [
    ['01HXR7D1', 'local/format-codebase'],
    ['01HXR7D2', '東京'],
  ],
  empty: 'None.',
}

describe('panels', () => {
  it('frame fields and wrap what is long', () => {
    const block = fields('Guidance', [
      ['Plan', '01HXR'],
      ['Text', 'Convert the User model first, then the Session'],
      ['Absent', null],
    ])
    expect(`\n${panel(block, 36, paint)}`).toMatchInlineSnapshot(`
      "
      ╭─ Guidance ────────────────────╮
      │ Plan: 01HXR                   │
      │ Text: Convert the User model  │
      │       first, then the Session │
      ╰───────────────────────────────╯"
    `)
  })

  it('line up tables, wide characters included', () => {
    expect(`\n${panel(table, 80, paint)}`).toMatchInlineSnapshot(`
      "
      ╭─ Plans ─────────────────────────╮
      │ ID        Action                │
      │ ────────  ───────────────────── │
      │ 01HXR7D1  local/format-codebase │
      │ 01HXR7D2  東京                  │
      ╰─────────────────────────────────╯"
    `)
  })

  it('never get wider than the terminal', () => {
    const long = lines('A title that is longer than the terminal is wide', ['x'.repeat(100), '東'.repeat(40)])
    const narrow: Block = { ...table, rows: [['1'.repeat(50), '2'.repeat(50)]] }
    for (const block of [long, narrow, table]) {
      const rows = panel(block, 40, paint).split('\n')
      expect(Math.max(...rows.map(columnsOf))).toBeLessThanOrEqual(40)
      expect(new Set(rows.map(columnsOf)).size).toBe(1)
    }
  })

  it('show nothing that steers a terminal', () => {
    expect(harmless('a\u001B[2Jb\u202Ec\r\n')).toBe('a␛[2Jb\uFFFDc␍\n')
  })

  it('hang the lines of a list under its text', () => {
    expect(wrapped('- one two three', 9)).toEqual(['- one two', '  three'])
    expect(wrapped('  indented code here', 12, true)).toEqual(['  indented c', 'ode here'])
    expect(cut('abcdef', 4)).toBe('abc…')
  })

  it('are coloured only where a person can see it', () => {
    expect(paintFor(true, {})('x', 'bad')).toBe('\u001B[31mx\u001B[39m')
    expect(paintFor(true, { NO_COLOR: '1' })('x', 'bad')).toBe('x')
    expect(paintFor(true, { TERM: 'dumb' })('x', 'bad')).toBe('x')
  })
})

describe('plain output', () => {
  it('cuts nothing', () => {
    expect(`\n${plain(table)}`).toMatchInlineSnapshot(`
      "
      Plans
        ID        Action
        01HXR7D1  local/format-codebase
        01HXR7D2  東京"
    `)
    expect(plain({ ...table, rows: [] })).toBe('Plans\n  None.')
  })
})

describe('an outcome', () => {
  const error = { code: 'plan.unknown', message: 'There is no plan X.', hint: 'See `agents plan list`.', details: {} }
  const failure: Outcome = { data: null, status: 'error', exitCode: 3, error, blocks: () => [], verdict: error.message }
  const terminal = { columns: 80, paint }

  it('is one envelope for programs', async () => {
    const { out, err } = await writtenOutcome('json', 'plan status', failure, 12.4, terminal)
    expect(err).toBe('')
    expect(JSON.parse(out)).toEqual({
      command: 'plan status',
      status: 'error',
      exit_code: 3,
      data: null,
      error,
      messages: [],
      timing: { duration_ms: 12 },
    })
  })

  it('is the same in YAML', async () => {
    const { out } = await writtenOutcome('yaml', 'plan status', failure, 12.4, terminal)
    expect(out).toContain('command: plan status\nstatus: error\nexit_code: 3\ndata: null\n')
  })

  it('goes to standard error where it is one', async () => {
    const { out, err } = await writtenOutcome('plain', 'plan status', failure, 1, terminal)
    expect(out).toBe('')
    expect(err).toBe('✗ ERROR There is no plan X.\n  See `agents plan list`.\n')
  })

  it('ends with its verdict', async () => {
    const good: Outcome = { data: {}, blocks: () => [fields('Plan', [['ID', '1']])], verdict: 'Done' }
    expect((await writtenOutcome('rich', 'x', good, 1, terminal)).out).toMatchInlineSnapshot(`
      "╭─ Plan ─╮
      │ ID: 1  │
      ╰────────╯
      ✓ OK Done
      "
    `)
  })
})
