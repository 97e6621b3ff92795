import { splitMiddle } from '../format/format'
import { cx } from './cx'

/**
 * A long name cut in its middle where there is no room; the whole one on hover and for screen readers. Its end takes half
 * of the room at most, and none where that is too little to read in.
 */
export function MiddleTruncate({ text, mono }: { readonly text: string; readonly mono?: boolean }) {
  const [head, tail] = splitMiddle(text)
  return (
    <span title={text} className={cx('flex min-w-0 whitespace-pre', mono && 'mono')}>
      <span className="overflow-hidden text-ellipsis whitespace-pre">{head}</span>
      {tail && <span className="cut-tail">{tail}</span>}
    </span>
  )
}
