export type PatchRow =
  | { readonly kind: 'hunk'; readonly text: string }
  | {
      readonly kind: 'context' | 'add' | 'delete'
      readonly old: number | null
      readonly new: number | null
      readonly text: string
    }
  /** Something that git says about the lines around it, such as a missing line end. */
  | { readonly kind: 'note'; readonly text: string }

const hunkHeader = /^@@+ -(\d+)(?:,\d+)? (?:-\d+(?:,\d+)? )*\+(\d+)(?:,\d+)? @@+ ?(.*)$/

/** The rows of one file's unified patch with their line numbers; the headers before the first hunk are left out. */
export function parsePatch(patch: string): readonly PatchRow[] {
  const rows: PatchRow[] = []
  let before = 0
  let after = 0
  let inside = false
  const lines = patch.split('\n')
  if (lines.at(-1) === '') lines.pop()
  for (const line of lines) {
    const header = line.startsWith('@@') ? hunkHeader.exec(line) : null
    if (header) {
      inside = true
      before = Number(header[1])
      after = Number(header[2])
      rows.push({ kind: 'hunk', text: header[3] ?? '' })
    } else if (inside) {
      const text = line.slice(1).replace(/\r$/, '')
      if (line.startsWith('+')) rows.push({ kind: 'add', old: null, new: after++, text })
      else if (line.startsWith('-')) rows.push({ kind: 'delete', old: before++, new: null, text })
      else if (line.startsWith('\\')) rows.push({ kind: 'note', text: line.slice(2) })
      // Some programs strip the blank that an empty context line begins with.
      else rows.push({ kind: 'context', old: before++, new: after++, text })
    }
  }
  return rows
}

/** Columns that the widest row takes, tabs counted as four. */
export function patchWidth(rows: readonly PatchRow[]): number {
  let widest = 0
  for (const row of rows) {
    let width = row.text.length
    for (let at = row.text.indexOf('\t'); at >= 0; at = row.text.indexOf('\t', at + 1)) width += 3
    if (width > widest) widest = width
  }
  return widest
}
