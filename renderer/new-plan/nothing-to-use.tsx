import { Boxes, Plus, Zap } from 'lucide-react'
import { ButtonLink } from '../core/button-link'
import { EmptyState } from '../ui'

/** A plan needs an action and a project: leads to making the one that is missing. */
export function NothingToUse({ what }: { readonly what: 'actions' | 'projects' }) {
  return what === 'actions' ? (
    <EmptyState
      icon={Zap}
      title="There is no action yet"
      actions={
        <ButtonLink to="/actions/new" variant="primary" icon={Plus}>
          New action
        </ButtonLink>
      }
    >
      An action is the reusable description of a piece of work. A plan uses one.
    </EmptyState>
  ) : (
    <EmptyState
      icon={Boxes}
      title="There is no project yet"
      actions={
        <ButtonLink to="/projects" search={{ create: true }} variant="primary" icon={Plus}>
          New project
        </ButtonLink>
      }
    >
      A project links the repositories and folders that a plan may work on.
    </EmptyState>
  )
}
