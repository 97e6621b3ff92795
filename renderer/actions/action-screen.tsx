import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useAsk } from '../core/core'
import { QueryView } from '../core/query-view'
import { ActionEditor } from './action-editor'
import { ActionsList } from './actions-screen'

const route = getRouteApi('/actions/$')

function EditAction({ name }: { readonly name: string }) {
  const navigate = route.useNavigate()
  const query = useQuery(useAsk().actions.show.queryOptions({ input: { action: name } }))
  return (
    <QueryView query={query}>
      {(action) => (
        <ActionEditor
          key={action.action_id}
          draft={action.name}
          source={action.source}
          replace
          onSaved={(saved) => void navigate({ params: { _splat: saved }, search: {} })}
          onCancel={() => void navigate({ search: {} })}
        />
      )}
    </QueryView>
  )
}

export function ActionScreen(): ReactNode {
  const { _splat: name } = route.useParams()
  const { edit } = route.useSearch()
  return edit && name ? <EditAction name={name} /> : <ActionsList name={name} />
}
