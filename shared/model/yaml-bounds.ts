/** Values that one text may come to, aliases expanded; an alias bomb reaches it at once, a person's file never. */
export const mostYamlNodes = 20_000
export const deepestYaml = 100
const mostCharacters = 1_000_000
const mostMarks = 5000

const grouped = (count: number): string => count.toLocaleString('en-US')

/** A text that is not parsed because of its size, with the place where it passes the limit. */
export type PastBounds = { readonly at: number; readonly message: string }

const sentences = {
  size: `The text is longer than the ${grouped(mostCharacters)} characters that may be read.`,
  depth: `The text nests deeper than the ${deepestYaml} levels that may be read.`,
  nodes: `The text has more than the ${grouped(mostYamlNodes)} values that may be read.`,
  marks: `The text has more than the ${grouped(mostMarks)} anchors, aliases, tags and "?" that may be read.`,
} as const

/**
 * Looks at a YAML text before it is parsed, which takes long and much memory for some texts of a few kilobytes; null where it
 * may be parsed. `tokens` are those of the text, read as far as they are needed.
 */
export function pastYamlBounds(source: string, tokens: Iterable<string>): PastBounds | null {
  const past = (what: keyof typeof sentences, at: number): PastBounds => ({ at, message: sentences[what] })
  if (source.length > mostCharacters) return past('size', mostCharacters)
  let [at, flow, compact, nodes, marks] = [0, 0, 0, 0, 0]
  for (const token of tokens) {
    const first = token.charAt(0)
    // Signs of the lexer for the beginning of a document, its end and a plain scalar, which stand for no text.
    const isSign = first === '\u0002' || first === '\u0018' || first === '\u001f'
    if (first === '[' || first === '{') flow += 1
    if (first === ']' || first === '}') flow = Math.max(0, flow - 1)
    if (token === '-' || token === '?' || token === ':') compact += 1
    else if (token.trim() !== '' || token.includes('\n')) compact = 0
    if (first === '[' || first === '{' || first === '\u001f') nodes += 1
    if (first === '&' || first === '*' || first === '!' || token === '?') marks += 1
    if (flow > deepestYaml || compact > deepestYaml) return past('depth', at)
    // A mapping has a key beside each of its values.
    if (nodes > 2 * mostYamlNodes) return past('nodes', at)
    if (marks > mostMarks) return past('marks', at)
    if (!isSign) at += token.length
  }
  return null
}
