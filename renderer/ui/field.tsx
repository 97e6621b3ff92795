import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId, useMemo } from 'react'

type FieldContext = {
  readonly id: string
  readonly describedBy: string | undefined
  readonly invalid: boolean
  readonly required: boolean
}
const Context = createContext<FieldContext | null>(null)

/** What a control needs to belong to the field around it. */
export function useFieldControl(own?: { readonly id?: string | undefined }) {
  const field = useContext(Context)
  return {
    id: own?.id ?? field?.id,
    'aria-describedby': field?.describedBy,
    'aria-invalid': field?.invalid || undefined,
    'aria-required': field?.required || undefined,
  }
}

/** Label, control, help and error, tied together for a screen reader. */
export function Field(props: {
  readonly label: ReactNode
  readonly help?: ReactNode
  readonly error?: string | null | undefined
  readonly required?: boolean
  /** Something beside the label: a type, a unit. */
  readonly note?: ReactNode
  readonly children: ReactNode
}) {
  const id = useId()
  const helpId = `${id}-help`
  const errorId = `${id}-error`
  const describedBy = [props.error && errorId, props.help && helpId].filter(Boolean).join(' ') || undefined
  const invalid = Boolean(props.error)
  const required = props.required ?? false
  const context = useMemo(() => ({ id, describedBy, invalid, required }), [id, describedBy, invalid, required])
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex items-baseline gap-2">
        <label htmlFor={id} className="font-medium">
          {props.label}
          {props.required && (
            <span className="text-failed" aria-hidden>
              {' *'}
            </span>
          )}
        </label>
        {props.note && <span className="text-sm text-muted">{props.note}</span>}
      </div>
      <Context value={context}>{props.children}</Context>
      {props.error && (
        <p id={errorId} role="alert" className="flex items-start gap-1 text-sm text-failed">
          <CircleAlert size={13} aria-hidden className="mt-[2.5px] shrink-0" />
          {props.error}
        </p>
      )}
      {props.help && (
        <p id={helpId} className="text-sm text-muted">
          {props.help}
        </p>
      )}
    </div>
  )
}
