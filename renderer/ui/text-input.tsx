import type { ComponentProps } from 'react'
import { cx } from './cx'
import { useFieldControl } from './field'

const box =
  'w-full min-w-0 rounded-md border border-edge bg-canvas px-2 transition-colors hover:border-faint focus-visible:-outline-offset-1 disabled:opacity-60 aria-invalid:border-failed'

export type TextInputProps = ComponentProps<'input'> & { readonly mono?: boolean }

export function TextInput({ mono, className, ...rest }: TextInputProps) {
  return (
    <input
      type="text"
      autoComplete="off"
      spellCheck={false}
      {...useFieldControl(rest)}
      {...rest}
      className={cx(box, 'h-7', mono && 'mono', className)}
    />
  )
}

export type TextAreaProps = ComponentProps<'textarea'> & { readonly mono?: boolean }

export function TextArea({ mono, className, ...rest }: TextAreaProps) {
  return (
    <textarea
      rows={3}
      {...useFieldControl(rest)}
      {...rest}
      className={cx(box, 'field-sizing-content max-h-80 min-h-16 resize-none py-[3px]', mono && 'mono', className)}
    />
  )
}
