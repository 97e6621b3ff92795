import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx'
import { Kbd } from './kbd'
import { Tooltip } from './tooltip'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'

const variants: Readonly<Record<ButtonVariant, string>> = {
  primary: 'bg-accent text-on-accent not-disabled:hover:bg-accent-hover border-transparent',
  secondary: 'bg-canvas text-ink border-line-strong not-disabled:hover:bg-hover not-disabled:active:bg-pressed',
  ghost: 'border-transparent text-ink not-disabled:hover:bg-hover not-disabled:active:bg-pressed',
  danger: 'bg-canvas text-failed border-failed-line not-disabled:hover:bg-failed-soft',
}

/** What a button looks like, for a link that stands among buttons. */
export function buttonLook(variant: ButtonVariant): string {
  return cx(
    'inline-flex h-7 shrink-0 items-center justify-center gap-1.5 rounded-md border px-2.5 font-medium whitespace-nowrap transition-colors disabled:opacity-50 aria-disabled:opacity-50',
    variants[variant],
  )
}

export type ButtonProps = ComponentProps<'button'> & {
  readonly variant?: ButtonVariant
  readonly icon?: LucideIcon
  readonly busy?: boolean
  /** A key shown beside the label; the screen binds it. */
  readonly shortcut?: string
  readonly children: ReactNode
}

export function Button({
  variant = 'secondary',
  icon: Icon,
  busy,
  shortcut,
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      // A button that is disabled loses the focus, which one that is busy for a moment must not.
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      aria-busy={busy || undefined}
      data-primary={variant === 'primary' || undefined}
      className={cx(buttonLook(variant), className)}
    >
      {busy ? <Spinner /> : Icon && <Icon size={14} aria-hidden />}
      {children}
      {shortcut && <Kbd keys={shortcut} onAccent={variant === 'primary'} />}
    </button>
  )
}

export function Spinner() {
  return <LoaderCircle size={14} aria-hidden className="animate-[spin_900ms_linear_infinite]" />
}

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  readonly icon: LucideIcon
  /** Read out, and shown on hover. */
  readonly label: string
  readonly shortcut?: string
}

export function IconButton({ icon: Icon, label, shortcut, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip label={label} shortcut={shortcut}>
      <button
        type="button"
        aria-label={label}
        {...rest}
        className={cx(
          'inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted transition-colors not-disabled:hover:bg-hover not-disabled:hover:text-ink disabled:opacity-40',
          className,
        )}
      >
        <Icon size={15} aria-hidden />
      </button>
    </Tooltip>
  )
}
