/** Characters that take two columns: East Asian wide and fullwidth forms, and pictures. */
const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u
/** Characters that take none: combining marks, joiners, variation selectors. */
const none = /\p{Mark}|\p{Default_Ignorable_Code_Point}/u
const ascii = /^[\x20-\x7E]*$/

const widthOf = (character: string): number => (none.test(character) ? 0 : wide.test(character) ? 2 : 1)

/** The columns that a text takes in a terminal. */
export function columnsOf(text: string): number {
  if (ascii.test(text)) return text.length
  let sum = 0
  for (const character of text) sum += widthOf(character)
  return sum
}

/**
 * The text without what could steer a terminal: control characters are shown as their pictures, tabs as spaces. What is
 * shown may come from a repository or a model.
 */
export function harmless(text: string, keepTabs = false): string {
  const spaced = keepTabs ? text : text.replaceAll('\t', '    ')
  return spaced.replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, (character) => {
    const code = character.charCodeAt(0)
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\uFFFD'
  })
}

/** Cuts a text to a number of columns, with an ellipsis where something is missing. */
export function cut(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text
  let taken = ''
  let sum = 0
  for (const character of text) {
    const next = widthOf(character)
    if (sum + next > columns - 1) break
    taken += character
    sum += next
  }
  return `${taken}…`
}

export function padded(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - columnsOf(text)))
}

function pieces(word: string, columns: number): string[] {
  const found: string[] = []
  let piece = ''
  let sum = 0
  for (const character of word) {
    const next = widthOf(character)
    if (sum + next > columns && piece !== '') {
      found.push(piece)
      piece = ''
      sum = 0
    }
    piece += character
    sum += next
  }
  found.push(piece)
  return found
}

/** Fills lines with words; what continues an item of a list hangs under its text. */
function filled(line: string, room: number): string[] {
  const lead = (/^\s*/.exec(line)?.[0] ?? '').slice(0, Math.floor(room / 2))
  const bullet = /^\s*[-•✓✗○] /.test(line) ? 2 : 0
  const hang = ' '.repeat(Math.min(lead.length + bullet, Math.floor(room / 2)))
  const found: string[] = []
  let row = lead
  let empty = true
  for (const word of line.trimStart().split(' ')) {
    const candidate = empty ? row + word : `${row} ${word}`
    if (columnsOf(candidate) > room) {
      if (!empty) found.push(row)
      const parts = pieces((empty ? row : hang) + word, room)
      row = parts.pop() ?? ''
      found.push(...parts)
    } else row = candidate
    empty = false
  }
  found.push(row)
  return found
}

/** Breaks a text into lines of at most so many columns: at spaces, or, verbatim, only where it is too long. */
export function wrapped(text: string, columns: number, verbatim = false): string[] {
  const room = Math.max(columns, 1)
  return text.split('\n').flatMap((line) => {
    if (columnsOf(line) <= room) return [line]
    return verbatim ? pieces(line, room) : filled(line, room)
  })
}
