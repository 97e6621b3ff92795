import { plural } from '../format/format'
import { cx } from '../ui'

const shownLines = 2000

/** A patch from its first hunk on. */
export function PatchLines({ label, patch }: { readonly label: string; readonly patch: string }) {
  const hunk = patch.search(/^@@/m)
  const lines = patch.slice(Math.max(0, hunk)).trimEnd().split('\n')
  return (
    <pre
      role="region"
      aria-label={label}
      // A box that scrolls has to take the focus, else its end is out of reach.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="focus-inset max-h-96 overflow-auto rounded-md bg-panel py-2"
    >
      <span className="block w-max min-w-full">
        {lines.slice(0, shownLines).map((line, index) => (
          <span
            // Lines repeat, and their place is all that tells them apart.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            className={cx(
              'block px-3',
              line.startsWith('+') && 'bg-diff-add',
              line.startsWith('-') && 'bg-diff-delete',
              line.startsWith('@@') && 'text-muted',
            )}
          >
            {line || ' '}
          </span>
        ))}
      </span>
      {lines.length > shownLines && (
        <span className="px-3 text-muted">and {plural(lines.length - shownLines, 'more line')}</span>
      )}
    </pre>
  )
}
