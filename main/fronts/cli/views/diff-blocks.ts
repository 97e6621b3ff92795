import type { ChangedFile } from '@shared/contract/plans'
import type { Block, Line, Tone } from '../output/block'

const tones: Readonly<Record<string, Tone>> = { '+': 'good', '-': 'bad', '@': 'warn' }

function lineOf(text: string): Line {
  return { text, tone: /^(diff |index |--- |\+\+\+ )/.test(text) ? 'strong' : (tones[text.charAt(0)] ?? 'plain') }
}

type Shown = Pick<ChangedFile, 'path' | 'old_path' | 'patch' | 'binary' | 'too_large'>

function pathOf(file: Pick<Shown, 'path' | 'old_path'>): string {
  return file.old_path === null || file.old_path === file.path ? file.path : `${file.old_path} → ${file.path}`
}

function standing(file: ChangedFile): string {
  if (file.rejected) return `${file.status}, rejected`
  const hunks = file.hunks.filter((hunk) => hunk.rejected).map((hunk) => hunk.number)
  if (hunks.length > 0) return `${file.status}, hunk ${hunks.join(', ')} rejected`
  return file.rejection_void ? `${file.status}, changed since it was rejected` : file.status
}

export function filesTable(files: readonly ChangedFile[]): Block {
  const several = new Set(files.map((file) => file.resource)).size > 1
  return {
    kind: 'table',
    title: 'Files',
    columns: [...(several ? ['Resource'] : []), 'Path', 'Change', 'Status'],
    rows: files.map((file) => [
      ...(several ? [file.resource] : []),
      pathOf(file),
      file.binary ? 'binary' : `+${file.insertions} -${file.deletions}`,
      standing(file),
    ]),
    empty: 'Nothing is changed.',
  }
}

/** The patches, line by line with the colour of what each line does. */
export function patchBlock(files: readonly Shown[]): Block {
  const shown = files.flatMap((file) => {
    if (file.patch !== null) return file.patch.replace(/\n$/, '').split('\n').map(lineOf)
    const why = file.too_large ? 'too large to be shown' : file.binary ? 'binary' : 'not shown'
    return [{ text: `${pathOf(file)}: ${why}`, tone: 'dim' as const }]
  })
  return { kind: 'lines', title: 'Patch', lines: shown, verbatim: true }
}
