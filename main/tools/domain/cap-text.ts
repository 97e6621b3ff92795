/** Keeps head and tail of a text longer than `limit` characters, cut at line ends where they are near. */
export function capText(text: string, limit: number): string {
  if (text.length <= limit) return text
  const half = Math.floor(limit / 2)
  const headEnd = cutBefore(text, half)
  const tailStart = cutAfter(text, text.length - half)
  return `${text.slice(0, headEnd)}\n… ${tailStart - headEnd} characters left out …\n${text.slice(tailStart)}`
}

const nearness = 400

function cutBefore(text: string, at: number): number {
  const line = text.lastIndexOf('\n', at)
  if (line > at - nearness && line > 0) return line
  return isInPair(text, at) ? at - 1 : at
}

function cutAfter(text: string, at: number): number {
  const line = text.indexOf('\n', at)
  if (line >= 0 && line < at + nearness && line + 1 < text.length) return line + 1
  return isInPair(text, at) ? at + 1 : at
}

function isInPair(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff
}
