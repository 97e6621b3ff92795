import type { ValidationView } from '@shared/contract/validations'
import type { ReactNode } from 'react'
import { Chip } from '../ui'
import { commandOf } from './command-of'
import { modeWords, phaseMeanings } from './words'

/** One stored check: what it runs and when. */
export function ValidationRow(props: {
  readonly validation: ValidationView
  readonly actions: ReactNode
  readonly children?: ReactNode
}) {
  const { validation } = props
  return (
    <li className="flex items-start gap-2 border-b border-line py-1.5 pr-1 pl-3 last:border-b-0">
      <div className="min-w-0 flex-1 py-0.5">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-medium break-words">{validation.name}</span>
          <Chip>{modeWords[validation.mode]}</Chip>
          <span className="text-sm text-muted">
            {phaseMeanings[validation.phase]}, at most {validation.timeout_s} s
          </span>
        </div>
        <p className="mono break-words text-muted">{commandOf(validation)}</p>
        {validation.description && <p className="break-words text-muted">{validation.description}</p>}
        {props.children}
      </div>
      {props.actions}
    </li>
  )
}
