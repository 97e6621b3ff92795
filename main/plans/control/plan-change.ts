import type { Phase } from '@shared/model/plan'
import type { Decision } from '../../decisions'
import type { Bases, CheckpointPosition, Sandbox, Trees } from '../../sandboxes'
import type { Plan, Standing } from '../domain/plan'
import type { PlanEvent } from '../domain/transition'

export type ChangeKind = 'rollback' | 'correction' | 'update' | 'undo'

/** A turn that is put in another's place; `before` is null where there was none. */
export type TurnChange = {
  readonly phase: Phase
  readonly seq: number
  readonly before: unknown
  readonly after: unknown
}

/** What a change does to the database, all in one transaction once the files stand as they should. */
export type Effects = {
  /** Null where the plan keeps its standing. */
  readonly event: PlanEvent | null
  readonly plan: Partial<Plan>
  /** Decisions that are superseded, by this one. */
  readonly supersede: readonly string[]
  readonly by: string | null
  readonly revive: readonly string[]
  readonly decision: Omit<Decision, 'seq'> | null
  readonly guidance: { readonly id: string; readonly text: string } | null
  readonly withdrawGuidance: string | null
  /** Turns from these on leave the history; those that another change cut off come back. */
  readonly cut: readonly { readonly phase: Phase; readonly from: number }[]
  readonly uncut: string | null
  readonly turns: readonly TurnChange[]
  readonly note: { readonly phase: Phase; readonly text: string } | null
  /** Checkpoints above this number leave the list; null: none does. */
  readonly dropAbove: number | null
  /** The change whose dropped checkpoints come back. */
  readonly undrop: string | null
  readonly undoes: string | null
}

export const noEffects: Effects = {
  event: null,
  plan: {},
  supersede: [],
  by: null,
  revive: [],
  decision: null,
  guidance: null,
  withdrawGuidance: null,
  cut: [],
  uncut: null,
  turns: [],
  note: null,
  dropAbove: null,
  undrop: null,
  undoes: null,
}

/** Work that a correction keeps, as checkpoints of the new line. */
export type KeptWork = {
  readonly label: string
  readonly tool: string | null
  readonly decisionId: string | null
  readonly trees: Trees
  readonly position: CheckpointPosition | null
  /** What it stands on, where that is not what the sandboxes are based on now. */
  readonly bases?: Bases
}

export type ChangeData = {
  /** One line for people. */
  readonly title: string
  readonly mode: 'revert' | 'append' | null
  readonly guidance: string
  readonly before: {
    readonly standing: Standing
    readonly plan: Pick<Plan, 'filesModified' | 'applied' | 'report'>
    readonly decisionSeq: number
    readonly checkpointNumber: number
    readonly lastTurns: Readonly<Record<'strategize' | 'execute', number>>
    /** Rows of sandboxes that had ended and were brought back for this; null where they were there. */
    readonly sandboxes: readonly Sandbox[] | null
    /** What stood in the sandboxes; null until the checkpoint of it is taken. */
    readonly trees: Trees | null
  }
  /** What the sandboxes are set to; null where files stay as they are. */
  readonly after: Trees | null
  /** What the sandboxes are based on before and after, where the change moves that; changes of earlier versions never did. */
  readonly bases?: { readonly before: Bases; readonly after: Bases } | null
  readonly kept: readonly KeptWork[]
  /** The checkpoints that were made of it. */
  readonly keptIds: readonly string[]
  /** Whether what was applied is taken back in the repository, or brought back. */
  readonly repository: 'undo' | 'redo' | null
  readonly effects: Effects
  /** Ids of the checkpoints that this change took off the list. */
  readonly dropped: readonly string[]
  /** What the change made of the plan's decisions and files, as it was told. */
  readonly outcome: {
    readonly files: readonly {
      readonly resource: string
      readonly path: string
      readonly action: 'restored' | 'removed'
    }[]
    readonly invalidated: readonly string[]
  }
}

/** A rollback, a correction, or what takes one back. */
export type PlanChange = {
  readonly id: string
  readonly planId: string
  readonly kind: ChangeKind
  /** `prepared`: files may be half changed, the database is not. `taken_back`: all is as it was. */
  readonly state: 'prepared' | 'done' | 'taken_back'
  readonly undoneBy: string | null
  readonly decisionId: string | null
  readonly newDecisionId: string | null
  readonly data: ChangeData
  readonly created: number
  readonly updated: number
}
