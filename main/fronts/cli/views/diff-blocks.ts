import type { ChangedFile } from '@shared/contract/plans'
import type { Block, Line, Tone } from '../output/block'

const tones: Readonly<Record<string, Tone>> = { '+': 'good', '-': 'bad', '@': 'warn' }

function lineOf(text: string): Line {
  return { text, tone: /^(diff |index |--- |\+\+\+ )/.test(text) ? 'strong' : (tones[text.charAt(0)] ?? 'plain') }
}

type Shown = Pick<ChangedFile, 'path' | 'old_path' | 'patch' | 'binary' | 'too_large'> &
  Partial<Pick<ChangedFile, 'rejected' | 'hunks'>>

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

/** Lines of a patch, the header of each rejected hunk marked behind its place, where patch tools read no further. */
function patchLines(file: Shown, patch: string): Line[] {
  let hunk = 0
  return patch
    .replace(/\n$/, '')
    .split('\n')
    .map((text): Line => {
      if (!text.startsWith('@@ ')) return lineOf(text)
      hunk += 1
      const rejected = file.rejected === true || file.hunks?.[hunk - 1]?.rejected === true
      return rejected ? { text: `${text}  [hunk ${hunk} rejected: Apply leaves it out]`, tone: 'dim' } : lineOf(text)
    })
}

/** The patches, line by line with the colour of what each line does, and a mark where Apply leaves something out. */
export function patchBlock(files: readonly Shown[]): Block {
  const shown = files.flatMap((file): Line[] => {
    const rejected: Line[] =
      file.rejected === true ? [{ text: `${pathOf(file)} is rejected: Apply leaves it out`, tone: 'warn' }] : []
    if (file.patch !== null) return [...rejected, ...patchLines(file, file.patch)]
    const why = file.too_large ? 'too large to be shown' : file.binary ? 'binary' : 'not shown'
    return [...rejected, { text: `${pathOf(file)}: ${why}`, tone: 'dim' }]
  })
  return { kind: 'lines', title: 'Patch', lines: shown, verbatim: true }
}

type Brought = { readonly files: number; readonly insertions: number; readonly deletions: number }

/** What Apply would bring of a file; nothing where all of it is rejected. */
function broughtOf(file: ChangedFile): Omit<Brought, 'files'> | null {
  const { hunks, insertions, deletions, patch } = file
  if (file.rejected || (hunks.length > 0 && hunks.every(({ rejected }) => rejected))) return null
  if (patch === null || hunks.every(({ rejected }) => !rejected)) return { insertions, deletions }
  let hunk = 0
  const kept = patch.split('\n').filter((text) => {
    if (text.startsWith('@@ ')) hunk += 1
    return hunk > 0 && hunks[hunk - 1]?.rejected !== true
  })
  const count = (sign: string) => kept.filter((text) => text.startsWith(sign)).length
  return { insertions: count('+'), deletions: count('-') }
}

/** What Apply would bring of these files; null where nothing of them is rejected. */
export function broughtBy(files: readonly ChangedFile[]): Brought | null {
  if (!files.some((file) => file.rejected || file.hunks.some(({ rejected }) => rejected))) return null
  const brought = files.map(broughtOf).filter((one) => one !== null)
  const sum = (of: 'insertions' | 'deletions') => brought.reduce((all, one) => all + one[of], 0)
  return { files: brought.length, insertions: sum('insertions'), deletions: sum('deletions') }
}
