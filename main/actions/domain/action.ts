import type { ActionState } from '@shared/model/action'
import type { ActionDefinition } from './action-definition'

/** A stored action at its present revision. */
export type Action = {
  readonly id: string
  readonly name: string
  readonly definition: ActionDefinition
  /** The YAML as it was given. */
  readonly source: string
  /** The definition's state at first; later what archiving made of it. */
  readonly state: ActionState
  readonly revision: number
  /** Whether the present revision came with the application. */
  readonly builtin: boolean
  readonly createdAt: number
  readonly updatedAt: number
}

/** Whether a plan may be made of it, and where not, why. */
export function mayUseAction(action: Pick<Action, 'state'>): 'yes' | 'archived' | 'draft' {
  switch (action.state) {
    case 'available':
      return 'yes'
    case 'archived':
    case 'draft':
      return action.state
  }
}

export type Seeding = 'insert' | 'replace' | 'leave'

/** What to do with an action that comes with the application: never touch a revision that a person made. */
export function seedingOf(stored: Pick<Action, 'builtin' | 'source'> | undefined, source: string): Seeding {
  if (!stored) return 'insert'
  return stored.builtin && stored.source !== source ? 'replace' : 'leave'
}
