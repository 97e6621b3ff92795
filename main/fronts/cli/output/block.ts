export type Tone = 'plain' | 'dim' | 'good' | 'bad' | 'warn' | 'strong'

export type Line = { readonly text: string; readonly tone?: Tone }

/** One part of an answer, before it is known how it will look. */
export type Block =
  | { readonly kind: 'fields'; readonly title: string; readonly rows: readonly (readonly [string, string])[] }
  | {
      readonly kind: 'lines'
      readonly title: string
      readonly lines: readonly (string | Line)[]
      /** Text that must not be reflowed: it is broken only where it is too long, and stands alone in plain output. */
      readonly verbatim?: boolean
    }
  | {
      readonly kind: 'table'
      readonly title: string
      readonly columns: readonly string[]
      readonly rows: readonly (readonly string[])[]
      /** Said in place of the rows where there are none. */
      readonly empty: string
    }

/** Rows with a value; those without one are left out. */
export function fields(title: string, rows: readonly (readonly [string, string | null | undefined])[]): Block {
  return {
    kind: 'fields',
    title,
    rows: rows.filter((row): row is readonly [string, string] => row[1] !== null && row[1] !== undefined),
  }
}

export function lines(title: string, content: readonly (string | Line)[], verbatim = false): Block {
  return { kind: 'lines', title, lines: content, verbatim }
}

/** The blocks that have something in them. */
export function present(...blocks: readonly (Block | null | undefined | false)[]): Block[] {
  return blocks.filter((block): block is Block => {
    if (!block) return false
    if (block.kind === 'fields') return block.rows.length > 0
    return block.kind === 'table' || block.lines.length > 0
  })
}
