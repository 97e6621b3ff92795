import type { ChangedFile } from '@shared/contract/plans'
import type { FileDiffView } from '@shared/contract/review'
import { FileDiff } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatBytes, plural } from '../format/format'
import { fileStatusWord } from '../plan/file-status'
import { EmptyState } from '../ui'

const none = 'nothing'

/** Two values with the way between them; the former crossed over by what came. */
function FromTo({ from, to }: { readonly from: string | null; readonly to: string | null }) {
  return (
    <span className="mono">
      {from ?? none} <span aria-label="became">→</span> {to ?? none}
    </span>
  )
}

const bytes = (size: number | null): string | null => (size === null ? null : formatBytes(size))

/** What is said of a change that has no rows to show. */
export function WithoutRows({ file, diff }: { readonly file: ChangedFile; readonly diff: FileDiffView }) {
  const say = (title: string, text: ReactNode) => (
    <EmptyState icon={FileDiff} title={title}>
      {text}
    </EmptyState>
  )
  switch (diff.not_shown) {
    case 'binary':
      return say(
        'Binary file',
        <>
          <FromTo from={bytes(diff.size.old)} to={bytes(diff.size.new)} />
          <br />
          Its content is not shown as text. It is applied whole.
        </>,
      )
    case 'link':
      return say('Symbolic link', <FromTo from={diff.target.old} to={diff.target.new} />)
    case 'submodule':
      return say(
        'Submodule',
        <FromTo from={diff.target.old?.slice(0, 10) ?? null} to={diff.target.new?.slice(0, 10) ?? null} />,
      )
    case 'too_large':
      return say(
        'Too large to show',
        `${plural(file.insertions + file.deletions, 'changed line')} in this file. It is applied like the others; open it in the sandbox to read it.`,
      )
    case 'same':
    case null:
      return say(
        fileStatusWord(file.status),
        file.old_path ? `It was ${file.old_path} before; its content is the same.` : 'Its content is the same.',
      )
  }
}
