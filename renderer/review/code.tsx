import { tokenKinds } from '@shared/model/review'
import type { ReactNode } from 'react'
import type { Line } from './rows'

const colours = tokenKinds.map((kind) => `code-${kind}`)

type Piece = { readonly from: number; readonly to: number; readonly colour: string; readonly marked: boolean }

/** Cuts a line wherever its colour or its mark changes. */
function piecesOf({ text, tokens: coloured, words }: Pick<Line, 'text' | 'tokens' | 'words'>): Piece[] {
  const tokens = coloured === '' ? [] : coloured.split(' ').map(Number)
  const edges = new Set([0, text.length])
  for (let at = 0; at < tokens.length; at += 3) edges.add(tokens[at]!).add(tokens[at]! + tokens[at + 1]!)
  for (const edge of words) edges.add(edge)
  const sorted = [...edges].filter((edge) => edge <= text.length).sort((one, other) => one - other)
  const pieces: Piece[] = []
  let token = 0
  let word = 0
  for (let at = 0; at + 1 < sorted.length; at += 1) {
    const [from, to] = [sorted[at]!, sorted[at + 1]!]
    while (token < tokens.length && tokens[token]! + tokens[token + 1]! <= from) token += 3
    while (word < words.length && words[word + 1]! <= from) word += 2
    const isColoured = token < tokens.length && tokens[token]! <= from
    pieces.push({
      from,
      to,
      colour: isColoured ? colours[tokens[token + 2]!]! : '',
      marked: word < words.length && words[word]! <= from,
    })
  }
  return pieces
}

/** The text of a line with its colours and, in a changed pair, its changed words. */
export function codeOf(line: Line): ReactNode {
  if (line.tokens === '' && line.words.length === 0) return line.text
  return piecesOf(line).map(({ from, to, colour, marked }) => {
    const part = line.text.slice(from, to)
    if (!marked)
      return colour ? (
        <span key={from} className={colour}>
          {part}
        </span>
      ) : (
        part
      )
    return (
      <span key={from} className={`${colour} ${line.kind === 'add' ? 'bg-diff-add-word' : 'bg-diff-delete-word'}`}>
        {part}
      </span>
    )
  })
}
