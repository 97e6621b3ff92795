import { cx } from './cx'

/** Text as it is, scrolled in its own box, which the keyboard can reach. */
export function CodeBlock(props: {
  readonly label: string
  readonly text: string
  readonly wrap?: boolean
  readonly className?: string
}) {
  return (
    <pre
      role="region"
      aria-label={props.label}
      // A box that scrolls has to take the focus, else its end is out of reach.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={cx(
        'focus-inset overflow-auto rounded-md bg-panel px-3 py-2',
        props.wrap && 'whitespace-pre-wrap',
        props.className,
      )}
    >
      {props.text}
    </pre>
  )
}
