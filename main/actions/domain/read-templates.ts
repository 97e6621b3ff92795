import type { SourceNode, Span } from '@shared/model/source-tree'
import type { Fields, Report } from './read-fields'

const template = /\{\{\s*args?\.([\w-]+)[^}]*\}\}/g

/** The line of a piece of a value's text. A block begins on the line after its mark. */
function placeOf(node: Extract<SourceNode, { kind: 'scalar' }>, index: number): Span {
  const { span, text } = node
  if (span.line === span.endLine) return span
  const line = Math.min(span.endLine, span.line + 1 + (text.slice(0, index).match(/\n/g)?.length ?? 0))
  return { line, column: 1, endLine: line, endColumn: 1 }
}

function namesOf(list: SourceNode | undefined): readonly string[] {
  const items = list?.kind === 'list' ? list.items : []
  return items.flatMap((item) => {
    const name = item.kind === 'map' ? item.entries.find((entry) => entry.key === 'name')?.value : undefined
    return name?.kind === 'scalar' ? [name.text] : []
  })
}

/** Tells of `{{ args.x }}` in texts, which nothing fills in: the actors are given the args beside the text. */
export function readTemplates(fields: Fields, report: Report): void {
  const names = namesOf(fields.node('args'))
  for (const key of ['description', 'long_description', 'definition_of_done']) {
    const node = fields.node(key)
    if (node?.kind !== 'scalar') continue
    for (const match of node.text.matchAll(template)) {
      const name = match[1] ?? ''
      const place = placeOf(node, match.index)
      if (names.includes(name))
        report(
          `${match[0]} is not filled in; the actors are given the value of "${name}" beside this text.`,
          place,
          key,
          null,
          'warning',
        )
      else report(`${match[0]} names no arg of this action.`, place, key, null)
    }
  }
}
