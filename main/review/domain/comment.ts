import type { DiffSide } from '@shared/model/review'

/** What a person says about one line of a plan's changes. */
export type Comment = {
  readonly id: string
  readonly planId: string
  readonly resourceId: string
  readonly path: string
  readonly side: DiffSide
  /** From 1. */
  readonly line: number
  /** The line as it was, by which the comment finds its place again. */
  readonly quote: string
  readonly text: string
  readonly created: number
  /** Null while it waits to be sent. */
  readonly sent: number | null
  readonly decisionId: string | null
}
