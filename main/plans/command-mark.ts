import { createHash } from 'node:crypto'
import type { Phase } from '@shared/model/plan'

/** Built-in actors hold no conversation; their tool calls are counted under this turn. */
export const builtinTurn = 0

/** Names one tool call of one plan. */
export type CallPlace = {
  readonly planId: string
  readonly phase: Phase
  readonly turnSeq: number
  readonly callId: string
}

/** What the processes of a command carry: known before they start, and again after a restart from what is stored. */
export function commandMark({ planId, phase, turnSeq, callId }: CallPlace): string {
  return createHash('sha256').update([planId, phase, turnSeq, callId].join('\n')).digest('hex').slice(0, 32)
}
