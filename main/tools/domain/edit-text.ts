import { plural } from '@shared/model/plural'

export type EditOutcome =
  | { readonly done: true; readonly text: string; readonly count: number; readonly line: number }
  | { readonly done: false; readonly why: string }

/**
 * Replaces `old` by `replacement` in a text. Both are compared without regard to how lines end, and every line end that
 * stays keeps its form; a new one takes the form of those around it.
 */
export function editText(text: string, old: string, replacement: string, all: boolean): EditOutcome {
  const flat = flatten(text)
  const from = toLf(old)
  const to = toLf(replacement)
  if (from === '')
    return { done: false, why: '`old` is empty. Name the text to replace, or use write_file for a whole file.' }
  if (from === to) return { done: false, why: '`old` and `new` are the same, so there is nothing to change.' }
  const found = occurrences(flat.text, from)
  if (found.length === 0) return { done: false, why: explainMiss(flat.text, from) }
  const lines = found.map((at) => lineAt(flat.text, at))
  if (found.length > 1 && !all) return { done: false, why: explainMany(lines) }
  let result = ''
  let end = 0
  for (const at of found) {
    const edit = replaceOnce(text, flat, at, from, to)
    result += text.slice(end, edit.start) + edit.text
    end = edit.end
  }
  return { done: true, text: result + text.slice(end), count: found.length, line: lines[0]! }
}

/** A text with LF alone, and for each of its positions (and its end) the position in the original. */
type Flat = { readonly text: string; readonly origin: (at: number) => number }

function flatten(text: string): Flat {
  if (!text.includes('\r\n')) return { text, origin: (at) => at }
  const dropped: number[] = []
  let count = 0
  const flat = text.replace(/\r\n/g, (_, at: number) => {
    dropped.push(at - count)
    count += 1
    return '\n'
  })
  // `dropped` holds, ascending, the flat positions of line feeds whose CR was taken out.
  return { text: flat, origin: (at) => at + countBelow(dropped, at) }
}

function countBelow(ascending: readonly number[], limit: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ascending[middle]! < limit) low = middle + 1
    else high = middle
  }
  return low
}

const toLf = (text: string): string => text.replace(/^\uFEFF/, '').replace(/\r\n/g, '\n')

function occurrences(text: string, part: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) found.push(at)
  return found
}

function lineAt(text: string, at: number): number {
  let line = 1
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) line += 1
  return line
}

/** Narrows the replacement to what differs, so that shared lines at both ends are not touched. */
function replaceOnce(text: string, flat: Flat, at: number, from: string, to: string) {
  const most = Math.min(from.length, to.length)
  let head = 0
  while (head < most && from[head] === to[head]) head += 1
  let tail = 0
  while (tail < most - head && from[from.length - 1 - tail] === to[to.length - 1 - tail]) tail += 1
  const start = flat.origin(at + head)
  const end = flat.origin(at + from.length - tail)
  return { start, end, text: withEndings(to.slice(head, to.length - tail), text, start, end) }
}

function withEndings(part: string, text: string, start: number, end: number): string {
  if (!part.includes('\n')) return part
  const inside = text.slice(start, end).match(/\r?\n/g) ?? []
  const beyond = inside.at(-1) ?? nearestEnding(text, start, end)
  let nth = 0
  return part.replace(/\n/g, () => inside[nth++] ?? beyond)
}

function nearestEnding(text: string, start: number, end: number): string {
  const next = text.indexOf('\n', end)
  const found = next >= 0 ? next : text.lastIndexOf('\n', start - 1)
  return found > 0 && text[found - 1] === '\r' ? '\r\n' : '\n'
}

function explainMany(lines: readonly number[]): string {
  const shown = lines.slice(0, 5).join(', ')
  const more = lines.length > 5 ? ' and others' : ''
  return `\`old\` occurs ${lines.length} times, at lines ${shown}${more}. Add lines around it until it is unique, or set replace_all.`
}

const squeeze = (line: string): string => line.replace(/\s+/g, ' ').trim()

function explainMiss(text: string, old: string): string {
  const lines = text.split('\n').map(squeeze)
  const wanted = trimEmpty(old.split('\n').map(squeeze))
  if (wanted.length === 0) return '`old` holds white space alone and does not occur in that form.'
  let best = { line: 0, same: 0 }
  for (let at = 0; at < lines.length; at += 1) {
    let same = 0
    while (same < wanted.length && lines[at + same] === wanted[same]) same += 1
    if (same > best.same) best = { line: at, same }
    if (same === wanted.length)
      return `\`old\` does not occur as given: it differs in white space from the text at line ${at + 1}.`
  }
  if (best.same > 0) {
    const differs = best.line + best.same
    const there = lines[differs] === undefined ? 'the file ends' : `the file has \`${lines[differs].slice(0, 120)}\``
    return `\`old\` does not occur. Its first ${best.same === 1 ? 'line stands' : plural(best.same, 'line stands', 'lines stand')} at line ${best.line + 1}; at line ${differs + 1} ${there}.`
  }
  const partial = lines.findIndex((line) => line.includes(wanted[0]!))
  if (partial >= 0) return `\`old\` does not occur. Line ${partial + 1} holds its first line, but not what follows.`
  return '`old` does not occur in the file. Read the file again and copy the text as it stands.'
}

function trimEmpty(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line !== '')
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => line !== '') + 1)
}
