import type { ActionView } from '@shared/contract/actions'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Zap } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ButtonLink } from '../core/button-link'
import { useAsk } from '../core/core'
import { EntityList, entityRow } from '../core/entity-list'
import { QueryView } from '../core/query-view'
import { plural } from '../format/format'
import { Checkbox, Chip, EmptyState, Spacer, SplitPane } from '../ui'
import { ActionDetail } from './action-detail'

function OneAction({ name }: { readonly name: string }) {
  const query = useQuery(useAsk().actions.show.queryOptions({ input: { action: name } }))
  return (
    <QueryView query={query} instead={<ButtonLink to="/actions">All actions</ButtonLink>}>
      {(action) => <ActionDetail key={action.action_id} action={action} />}
    </QueryView>
  )
}

function ActionRow({ action, selected }: { readonly action: ActionView; readonly selected: boolean }) {
  return (
    <Link
      to="/actions/$"
      params={{ _splat: action.name }}
      data-row-stop
      aria-current={selected ? 'page' : undefined}
      className={entityRow(selected)}
    >
      <span className="flex min-w-0 items-center gap-2">
        <span className="truncate font-medium">{action.name}</span>
        {action.builtin && <Chip>built-in</Chip>}
        {action.state !== 'available' && <Chip>{action.state}</Chip>}
      </span>
      <span className="truncate text-sm text-muted">{action.description}</span>
    </Link>
  )
}

function NoActions() {
  return (
    <EmptyState
      icon={Zap}
      title="No actions yet"
      actions={
        <ButtonLink to="/actions/new" variant="primary" icon={Plus}>
          New action
        </ButtonLink>
      }
    >
      An action is the reusable description of a piece of work: what is done, when it is done, who does it, and what a
      person fills in.
    </EmptyState>
  )
}

/** The list, and beside or over it one action. */
export function ActionsList({ name }: { readonly name: string | undefined }) {
  const [archived, setArchived] = useState(false)
  const query = useQuery(useAsk().actions.list.queryOptions({ input: {} }))
  return (
    <QueryView query={query}>
      {({ actions }) => {
        if (actions.length === 0) return <NoActions />
        const shown = actions.filter((action) => archived || action.state !== 'archived')
        const hidden = actions.some((action) => action.state === 'archived')
        return (
          <SplitPane
            name="actions"
            label="Width of the list of actions"
            initial={34}
            open={Boolean(name)}
            list={
              <EntityList
                label="Actions"
                items={shown}
                keyOf={(action) => action.action_id}
                toolbar={
                  <>
                    <span className="text-muted">{plural(shown.length, 'action')}</span>
                    <Spacer />
                    {hidden && <Checkbox checked={archived} onChange={setArchived} label="Archived" />}
                    <ButtonLink to="/actions/new" icon={Plus}>
                      New action
                    </ButtonLink>
                  </>
                }
                row={(action) => <ActionRow action={action} selected={action.name === name} />}
              />
            }
            detail={
              name ? (
                <OneAction name={name} />
              ) : (
                <EmptyState icon={Zap} title="Choose an action">
                  What it does, what it asks for and who does the work appear here.
                </EmptyState>
              )
            }
          />
        )
      }}
    </QueryView>
  )
}

export function ActionsScreen(): ReactNode {
  return <ActionsList name={undefined} />
}
