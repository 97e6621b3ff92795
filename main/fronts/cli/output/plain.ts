import { assertNever } from '@shared/model/assert-never'
import type { Block } from './block'
import { columnWidths } from './rich'
import { harmless, padded } from './width'

const indented = (text: string) => harmless(text).replaceAll('\n', '\n    ')

/** A block as lines that a person reads and `grep` finds things in: nothing is cut. */
export function plain(block: Block): string {
  switch (block.kind) {
    case 'fields':
      return [block.title, ...block.rows.map(([name, value]) => `  ${name}: ${indented(value)}`)].join('\n')
    case 'lines': {
      // A patch whose tabs were changed could not be applied.
      const texts = block.lines.map((line) => harmless(typeof line === 'string' ? line : line.text, block.verbatim))
      if (block.verbatim) return texts.join('\n')
      return [block.title, ...texts.map((text) => `  ${text.replaceAll('\n', '\n  ')}`)].join('\n')
    }
    case 'table': {
      if (block.rows.length === 0) return `${block.title}\n  ${block.empty}`
      const cells = [block.columns, ...block.rows].map((row) => row.map((cell) => harmless(cell).replaceAll('\n', ' ')))
      const widths = columnWidths(cells, Number.POSITIVE_INFINITY)
      const rows = cells.map((row) => `  ${row.map((cell, at) => padded(cell, widths[at] ?? 0)).join('  ')}`.trimEnd())
      return [block.title, ...rows].join('\n')
    }
    default:
      return assertNever(block)
  }
}
