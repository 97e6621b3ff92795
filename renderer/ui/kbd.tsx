import { cx } from './cx'

const mac = typeof navigator !== 'undefined' && /mac/i.test(navigator.platform)

const keyNames: Readonly<Record<string, string>> = {
  enter: '↵',
  alt: mac ? '⌥' : 'Alt',
  shift: mac ? '⇧' : 'Shift',
  ctrl: mac ? '⌃' : 'Ctrl',
  ArrowLeft: '←',
  ArrowRight: '→',
}

/** `mod+k` as `⌘K` on a Mac and `Ctrl K` elsewhere. */
function keyLabel(keys: string): string {
  return keys
    .split(' ')
    .map((chord) =>
      chord
        .split('+')
        .map((key) => {
          if (key === 'mod') return mac ? '⌘' : 'Ctrl'
          const named = keyNames[key]
          if (named) return named
          return key.length === 1 ? key.toUpperCase() : key
        })
        .join(mac ? '' : ' '),
    )
    .join(' ')
}

export function Kbd({ keys, onAccent }: { readonly keys: string; readonly onAccent?: boolean }) {
  return (
    <kbd
      aria-hidden
      className={cx(
        'ml-0.5 rounded-[4px] px-1 font-sans text-xs leading-4 font-medium',
        onAccent ? 'bg-black/20 text-on-accent' : 'bg-pressed text-muted',
      )}
    >
      {keyLabel(keys)}
    </kbd>
  )
}
