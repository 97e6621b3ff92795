import type { Turn } from '../../models'

/**
 * What a request holds of a conversation: all that people said, and the latest `most` answers of the model with the
 * results of their calls. What was said before those stands with the first message, so that turns still alternate.
 */
export function recentTurns(turns: readonly Turn[], most: number | undefined): readonly Turn[] {
  if (most === undefined) return turns
  const answers = turns.flatMap((turn, index) => (turn.role === 'assistant' ? [index] : []))
  const from = answers.at(-most)
  if (from === undefined || answers.length <= most) return turns
  const said = turns.slice(0, from).flatMap((turn) => (turn.role === 'user' ? [turn.text] : []))
  return [{ role: 'user', text: said.join('\n\n') }, ...turns.slice(from)]
}
