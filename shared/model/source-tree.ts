/** Where something stands in a text: line and column from 1, the end exclusive. */
export type Span = {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

export type SourceScalar = {
  readonly kind: 'scalar'
  readonly span: Span
  readonly value: string | number | boolean | null
  /** The value as it is written, without quotes. */
  readonly text: string
  readonly plain: boolean
  /** Where each `${…}` of the value stands, in order. */
  readonly references: readonly Span[]
}
export type SourceEntry = { readonly key: string; readonly keySpan: Span; readonly value: SourceNode }
export type SourceMap = { readonly kind: 'map'; readonly span: Span; readonly entries: readonly SourceEntry[] }
export type SourceList = { readonly kind: 'list'; readonly span: Span; readonly items: readonly SourceNode[] }

/** A structured text as a tree of plain values that know where they stand. */
export type SourceNode = SourceScalar | SourceMap | SourceList

/** One thing that is wrong, or worth knowing, at a place of a text. */
export type Diagnostic = {
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly span: Span
  /** Keys from the top, e.g. `args[1].type`; empty for the whole text. */
  readonly path: string
  /** What was probably meant. */
  readonly suggestion: string | null
}
