import type { ChangedFile } from '@shared/contract/plans'
import { FileDiff, FileMinus, FilePlus, FileSymlink, type LucideIcon, Settings2 } from 'lucide-react'
import { formatNumber } from '../format/format'

const looks: Readonly<
  Record<ChangedFile['status'], { readonly icon: LucideIcon; readonly look: string; readonly word: string }>
> = {
  added: { icon: FilePlus, look: 'text-done', word: 'Added' },
  modified: { icon: FileDiff, look: 'text-waiting', word: 'Modified' },
  deleted: { icon: FileMinus, look: 'text-failed', word: 'Deleted' },
  renamed: { icon: FileSymlink, look: 'text-accent-text', word: 'Renamed' },
  mode: { icon: Settings2, look: 'text-muted', word: 'Mode changed' },
  type: { icon: Settings2, look: 'text-muted', word: 'Type changed' },
}

export function fileStatusWord(status: ChangedFile['status']): string {
  return looks[status].word
}

export function FileStatus({ status }: { readonly status: ChangedFile['status'] }) {
  const { icon: Icon, look, word } = looks[status]
  return (
    <span title={word} className={`shrink-0 ${look}`}>
      <Icon size={14} aria-hidden strokeWidth={1.75} />
      <span className="sr-only">{word}</span>
    </span>
  )
}

/** The changed lines; nothing where no line changed, as where only the mode did. */
export function PlusMinus(props: { readonly insertions: number; readonly deletions: number }) {
  if (props.insertions + props.deletions === 0) return null
  return (
    <span className="shrink-0 text-sm whitespace-nowrap tabular">
      <span className="text-done">+{formatNumber(props.insertions)}</span>{' '}
      <span className="text-failed">−{formatNumber(props.deletions)}</span>
    </span>
  )
}
