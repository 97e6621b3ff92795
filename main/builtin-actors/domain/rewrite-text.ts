import type { Template } from './template'

type Span = { readonly start: number; readonly end: number }
export type Match = Span & { readonly captures: Readonly<Record<string, Span | null>>; readonly broken: boolean }
export type Sample = { readonly line: number; readonly before: string; readonly after: string }

export type RewrittenText = {
  readonly text: string
  /** Matches whose text changes. */
  readonly count: number
  /** Matches inside other ones, which a repeated run finds again. */
  readonly nested: number
  /** Matches left alone since they hold text that could not be parsed. */
  readonly broken: number
  readonly samples: readonly Sample[]
}

/** Replaces matches by what the template makes of them, outermost first; all else stays byte for byte. */
export function rewriteText(
  text: string,
  matches: readonly Match[],
  template: Template,
  o: { readonly strings: readonly Span[]; readonly samples: number; readonly keepSemicolon: boolean },
): RewrittenText {
  const ordered = [...matches].sort((a, b) => a.start - b.start || b.end - a.end)
  const counts = { count: 0, nested: 0, broken: 0 }
  const samples: Sample[] = []
  let result = ''
  let end = 0
  let last = -1
  for (const match of ordered) {
    if (match.start < last || (match.start === match.end && match.start <= last)) {
      counts.nested += 1
      continue
    }
    if (match.broken) {
      counts.broken += 1
      continue
    }
    last = match.end
    const stop = o.keepSemicolon && text[match.end - 1] === ';' ? match.end - 1 : match.end
    const before = text.slice(match.start, stop)
    const after = render(text, match, template, o.strings)
    if (after === before) continue
    counts.count += 1
    if (samples.length < o.samples) samples.push({ line: lineAt(text, match.start), before, after })
    result += text.slice(end, match.start) + after
    end = stop
  }
  return { text: result + text.slice(end), ...counts, samples }
}

/** A statement's own semicolon stays where neither pattern nor rewrite speaks of one. */
export const keepsSemicolon = (pattern: string, rewrite: string): boolean =>
  rewrite.trim() !== '' && !pattern.trimEnd().endsWith(';') && !/[;}]$/.test(rewrite.trimEnd())

function render(text: string, match: Match, template: Template, strings: readonly Span[]): string {
  const indent = indentAt(text, match.start)
  const eol = endingNear(text, match.start)
  let out = ''
  let dropSeparator = false
  for (const [at, part] of template.entries()) {
    if ('text' in part) {
      const literal = dropSeparator ? part.text.replace(/^\s*,\s*/, '') : part.text
      out += literal.replace(/\n(?!\n)/g, `\n${indent}`).replace(/\n/g, eol)
      dropSeparator = false
      continue
    }
    const span = match.captures[part.variable] ?? null
    const next = template[at + 1]
    const followed = next !== undefined && 'text' in next && /^\s*,/.test(next.text)
    if (span === null) {
      dropSeparator = part.list && followed
      if (part.list && !followed) out = out.replace(/,\s*$/, '')
      continue
    }
    const captured = reindented(text, span, out.includes('\n') ? indentAt(out, out.length) : indent, strings)
    out += part.list && followed ? captured.replace(/,\s*$/, '') : captured
  }
  return out
}

/** A captured text moved to another indentation; lines inside strings that span several stay as they are. */
function reindented(text: string, span: Span, to: string, strings: readonly Span[]): string {
  const captured = text.slice(span.start, span.end)
  const from = indentAt(text, span.start)
  if (from === to || !captured.includes('\n')) return captured
  return captured.replace(/\n([^\S\n]*)(?=\S)/g, (whole, indent: string, at: number) => {
    const start = span.start + at + 1
    const fixed = strings.some((string) => string.start < start && start < string.end)
    return fixed || !indent.startsWith(from) ? whole : `\n${to}${indent.slice(from.length)}`
  })
}

function indentAt(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1
  return /^[ \t]*/.exec(text.slice(start, Math.max(at, start)))![0]
}

function endingNear(text: string, at: number): string {
  const next = text.indexOf('\n', at)
  const found = next >= 0 ? next : text.lastIndexOf('\n')
  return found > 0 && text[found - 1] === '\r' ? '\r\n' : '\n'
}

function lineAt(text: string, at: number): number {
  let line = 1
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) line += 1
  return line
}
