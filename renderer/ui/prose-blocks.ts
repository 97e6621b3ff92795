/** A part of a text as people write it: a paragraph, or the points of a list. */
export type ProseBlock =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly points: readonly string[] }

const point = /^\s*[-*] +(.*)$/

/** Reads "- " lines as lists, a line that is indented below one as its rest, and everything else as paragraphs. */
export function proseBlocks(text: string): readonly ProseBlock[] {
  const blocks: ProseBlock[] = []
  for (const line of text.trim().split(/\r?\n/)) {
    const last = blocks.at(-1)
    const found = point.exec(line)?.[1]
    if (found !== undefined) {
      const points = last?.kind === 'list' ? last.points : []
      if (last?.kind === 'list') blocks.pop()
      blocks.push({ kind: 'list', points: [...points, found] })
    } else if (last?.kind === 'list' && /^\s+\S/.test(line)) {
      blocks.pop()
      const rest = `${last.points.at(-1)} ${line.trim()}`
      blocks.push({ kind: 'list', points: [...last.points.slice(0, -1), rest] })
    } else if (last?.kind === 'paragraph' && line.trim() !== '') {
      blocks.pop()
      blocks.push({ kind: 'paragraph', text: last.text === '' ? line : `${last.text}\n${line}` })
    } else if (line.trim() !== '') blocks.push({ kind: 'paragraph', text: line })
    else if (last?.kind === 'paragraph' && last.text !== '') blocks.push({ kind: 'paragraph', text: '' })
  }
  return blocks.filter((block) => block.kind === 'list' || block.text !== '')
}
