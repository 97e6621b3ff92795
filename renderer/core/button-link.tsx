import { createLink } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { type ButtonVariant, buttonLook, cx, Kbd } from '../ui'

type AnchorProps = ComponentProps<'a'> & {
  readonly variant?: ButtonVariant
  readonly icon?: LucideIcon
  readonly shortcut?: string
}

function Anchor({ variant = 'secondary', icon: Icon, shortcut, children, className, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={cx(buttonLook(variant), className)}>
      {Icon && <Icon size={14} aria-hidden />}
      {children}
      {shortcut && <Kbd keys={shortcut} onAccent={variant === 'primary'} />}
    </a>
  )
}

/** A link to a place that looks like a button, because going there is the next step. */
export const ButtonLink = createLink(Anchor)
