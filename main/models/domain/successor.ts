import type { ModelRef } from './model-ref'
import { formatModelRef } from './model-ref'

/** A model that is no longer served, and the one that takes its place. */
export type Successor = {
  readonly from: string
  readonly to: string
  /** The day from which the provider no longer serves it, `YYYY-MM-DD`; without one it never was or no longer is served. */
  readonly retired?: string
}

export type ResolvedModel = {
  readonly ref: ModelRef
  readonly replaced?: { readonly from: string; readonly to: string; readonly note: string }
}

/** Points a retired model to its successor; every other model stands for itself. `today` is `YYYY-MM-DD`. */
export function followSuccessor(ref: ModelRef, successors: readonly Successor[], today: string): ResolvedModel {
  const from = formatModelRef(ref)
  const found = successors.find((one) => one.from === from.toLowerCase())
  if (!found || (found.retired !== undefined && found.retired > today)) return { ref }
  const note = `${from} is no longer served; ${found.to} is used instead.`
  const slash = found.to.indexOf('/')
  return {
    ref: { provider: found.to.slice(0, slash), model: found.to.slice(slash + 1) },
    replaced: { from, to: found.to, note },
  }
}
