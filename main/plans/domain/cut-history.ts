/** A turn of a conversation with a model, as far as cutting needs it. */
export type CutTurn =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly { readonly id: string }[] }
  | { readonly role: 'results'; readonly results: readonly { readonly callId: string }[] }

export type NumberedTurn = { readonly seq: number; readonly turn: CutTurn }

/** A place in a conversation: a call of a turn, and whether that call stays. Without a call the whole turn stays. */
export type CutPlace = { readonly turnSeq: number; readonly callId: string | null; readonly keeps: boolean }

export type HistoryCut = {
  /** Turns from this number on go. */
  readonly from: number
  /** Turns that stay in part; `before` is what stood there. */
  readonly turns: readonly { readonly seq: number; readonly before: CutTurn | null; readonly after: CutTurn }[]
}

type Assistant = Extract<CutTurn, { role: 'assistant' }>

/**
 * Cuts a conversation at a place, so that what came after it was never said. Of the turn that holds the place the calls
 * before it stay with their results; what the model thought aloud in that turn goes, because it may speak of what was cut.
 */
export function cutHistory(turns: readonly NumberedTurn[], place: CutPlace): HistoryCut {
  const whole = { from: place.turnSeq + 1, turns: [] }
  if (place.callId === null) return place.keeps ? whole : { from: place.turnSeq, turns: [] }
  const at = turns.findIndex(({ seq }) => seq === place.turnSeq)
  const asked = turns[at]
  if (asked?.turn.role !== 'assistant') return { from: place.turnSeq, turns: [] }
  const index = asked.turn.calls.findIndex((call) => call.id === place.callId)
  const kept = asked.turn.calls.slice(0, place.keeps ? index + 1 : Math.max(0, index))
  if (kept.length === 0) return { from: place.turnSeq, turns: [] }
  const answered = turns[at + 1]
  const results = answered?.turn.role === 'results' ? answered.turn.results : null
  const after: Assistant = { role: 'assistant', text: '', calls: kept }
  const asks = { seq: asked.seq, before: asked.turn, after }
  // Where the results are not all there yet, the calls that stay are settled again from what is stored of them.
  if (answered === undefined || results === null) return { from: asked.seq + 1, turns: [asks] }
  const ids = new Set(kept.map((call) => call.id))
  const answers = { role: 'results' as const, results: results.filter((result) => ids.has(result.callId)) }
  return { from: answered.seq + 1, turns: [asks, { seq: answered.seq, before: answered.turn, after: answers }] }
}

/** The turn and the call that a decision's stored call stands for; null where it was made outside of a conversation. */
export function placeOf(callId: string | null): { readonly turnSeq: number; readonly callId: string | null } | null {
  const found = callId === null ? null : /^(\d+):(.*)$/s.exec(callId)
  if (!found) return null
  return { turnSeq: Number(found[1]), callId: found[2] === '' ? null : (found[2] ?? null) }
}
