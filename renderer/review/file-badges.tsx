import type { ChangedFile } from '@shared/contract/plans'
import type { FileDiffView } from '@shared/contract/review'
import { formatBytes } from '../format/format'
import { Chip } from '../ui'

const modeWords: Readonly<Record<string, string>> = {
  '100644': 'file',
  '100755': 'executable',
  '120000': 'link',
  '160000': 'submodule',
}
const modeWord = (mode: string | null): string => (mode === null ? '' : (modeWords[mode] ?? mode))

const endingWords = { lf: 'LF', crlf: 'CRLF', mixed: 'mixed line ends', none: '' } as const

function endingsBadge({ endings, only_endings: only }: FileDiffView): string | null {
  const [old, next] = [endings.old && endingWords[endings.old], endings.new && endingWords[endings.new]]
  if (only) return `only line ends: ${old} → ${next}`
  if (old && next && old !== next) return `${old} → ${next}`
  const one = next || old
  return one && one !== 'LF' ? one : null
}

/** What a change is beside its lines: a mode, line endings, a pointer, a program's work. */
export function FileBadges({ file, diff }: { readonly file: ChangedFile; readonly diff: FileDiffView | undefined }) {
  const modes = file.old_mode && file.new_mode && file.old_mode !== file.new_mode
  const endings = diff && endingsBadge(diff)
  const pointer = diff && (diff.lfs.new ?? diff.lfs.old)
  return (
    <>
      {modes && (
        <Chip>
          {modeWord(file.old_mode)} → {modeWord(file.new_mode)}
        </Chip>
      )}
      {endings && <Chip tone={diff.only_endings ? 'waiting' : 'plain'}>{endings}</Chip>}
      {pointer !== null && pointer !== undefined && <Chip>LFS pointer, {formatBytes(pointer)}</Chip>}
      {file.generated && <Chip>generated</Chip>}
    </>
  )
}
