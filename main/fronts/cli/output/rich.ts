import { assertNever } from '@shared/model/assert-never'
import type { Block, Line } from './block'
import type { Paint } from './paint'
import { columnsOf, cut, harmless, padded, wrapped } from './width'

/** What a panel's frame takes of a line: two edges and two spaces. */
const frame = 4
const narrowest = 24

type Row = { readonly text: string; readonly line?: Line; readonly label?: number }

function fieldRows(rows: readonly (readonly [string, string])[], room: number): Row[] {
  const label = Math.min(Math.max(...rows.map(([name]) => columnsOf(name))) + 2, Math.floor(room / 2))
  return rows.flatMap(([name, value]) =>
    wrapped(harmless(value), room - label).map((piece, index) => ({
      text: padded(index === 0 ? `${cut(name, label - 2)}:` : '', label) + piece,
      label: index === 0 ? label : 0,
    })),
  )
}

/** Widths of columns that fit the room: the widest give way first. */
export function columnWidths(cells: readonly (readonly string[])[], room: number): number[] {
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => columnsOf(row[column] ?? ''))))
  const gaps = 2 * Math.max(0, widths.length - 1)
  let over = widths.reduce((sum, width) => sum + width, gaps) - room
  while (over > 0) {
    const widest = widths.indexOf(Math.max(...widths))
    const width = widths[widest] ?? 0
    if (width <= 4) break
    const next = Math.max(4, ...widths.filter((other) => other < width))
    const step = Math.min(over, Math.max(1, width - next))
    widths[widest] = width - step
    over -= step
  }
  return widths
}

function tableRows(columns: readonly string[], rows: readonly (readonly string[])[], room: number): Row[] {
  const clean = rows.map((row) => row.map((cell) => harmless(cell).replaceAll('\n', ' ')))
  const widths = columnWidths([columns, ...clean], room)
  const row = (cells: readonly string[]) =>
    cells
      .map((cell, column) => padded(cut(cell, widths[column] ?? 0), widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  const rule = widths.map((width) => '─'.repeat(width)).join('  ')
  return [
    { text: row(columns), line: { text: '', tone: 'strong' } },
    { text: rule, line: { text: '', tone: 'dim' } },
    ...clean.map((cells) => ({ text: row(cells) })),
  ]
}

function rowsOf(block: Block, room: number): Row[] {
  switch (block.kind) {
    case 'fields':
      return fieldRows(block.rows, room)
    case 'table':
      return block.rows.length === 0 ? [{ text: block.empty }] : tableRows(block.columns, block.rows, room)
    case 'lines':
      return block.lines.flatMap((given) => {
        const line = typeof given === 'string' ? { text: given } : given
        return wrapped(harmless(line.text), room, block.verbatim).map((text) => ({ text, line }))
      })
    default:
      return assertNever(block)
  }
}

function painted(row: Row, paint: Paint): string {
  if (row.label) return paint(row.text.slice(0, row.label), 'dim') + row.text.slice(row.label)
  return paint(row.text, row.line?.tone)
}

/** A block as a panel with a frame, no wider than the terminal and no wider than it needs. */
export function panel(block: Block, columns: number, paint: Paint): string {
  const most = Math.max(columns, narrowest) - frame
  const rows = rowsOf(block, most)
  const title = cut(harmless(block.title), most - 2)
  const inner = Math.max(columnsOf(title) + 2, ...rows.map((row) => columnsOf(row.text)))
  const edge = (text: string) => paint(text, 'dim')
  const rest = '─'.repeat(Math.max(0, inner + 2 - columnsOf(title) - 3))
  const top = edge('╭─ ') + paint(title, 'strong') + edge(` ${rest}╮`)
  const body = rows.map(
    (row) => `${edge('│')} ${painted(row, paint)}${' '.repeat(inner - columnsOf(row.text))} ${edge('│')}`,
  )
  return [top, ...body, edge(`╰${'─'.repeat(inner + 2)}╯`)].join('\n')
}
