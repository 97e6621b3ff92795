import type { ReactNode } from 'react'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { ActionEditor } from './action-editor'

/** A whole, valid action to begin from; it needs no model. */
const beginning = `name: local/rename-call
description: Rename a function where it is called
definition_of_done: Every call of the old function uses the new one, and nothing else changed.
strategy_actor: builtin/rewrite
execution_actor: builtin/rewrite
reusable: true
args:
  - name: pattern
    type: string
    required: true
    description: What to find, as code. $A stands for one expression, $$$A for any number.
  - name: rewrite
    type: string
    required: true
    description: What to put in its place.
  - name: language
    type: choice
    choices: [typescript, javascript, python, go, rust, java]
    default: typescript
    description: The language of the files.
`

export function NewActionScreen(): ReactNode {
  const navigate = useNavigate()
  const opened = useRouterState({ select: (state) => state.location.state.openedFile })
  return (
    <ActionEditor
      key={opened ?? ''}
      draft={opened ? `opened:${opened.slice(0, 200)}` : ''}
      source={opened ?? beginning}
      replace={false}
      onSaved={(name) => void navigate({ to: '/actions/$', params: { _splat: name } })}
      onCancel={() => void navigate({ to: '/actions' })}
    />
  )
}
