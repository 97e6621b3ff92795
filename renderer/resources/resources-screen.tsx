import type { ReactNode } from 'react'
import type { ResourceView } from '@shared/contract/resources'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Folder, FolderGit2, FolderPlus } from 'lucide-react'
import { useAsk } from '../core/core'
import { EntityList, entityRow } from '../core/entity-list'
import { ButtonLink } from '../core/button-link'
import { QueryView } from '../core/query-view'
import { plural } from '../format/format'
import { Button, EmptyState, MiddleTruncate, Spacer, SplitPane, StatusMark } from '../ui'
import { RegisterDialog } from './register-dialog'
import { ResourceDetail } from './resource-detail'

function OneResource({ name }: { readonly name: string }) {
  const query = useQuery(useAsk().resources.show.queryOptions({ input: { resource: name } }))
  return (
    <QueryView query={query} instead={<ButtonLink to="/resources">All resources</ButtonLink>}>
      {(resource) => <ResourceDetail key={resource.resource_id} resource={resource} />}
    </QueryView>
  )
}

function ResourceRow({ resource, selected }: { readonly resource: ResourceView; readonly selected: boolean }) {
  const Icon = resource.type === 'git-checkout' ? FolderGit2 : Folder
  return (
    <Link
      to="/resources/$"
      params={{ _splat: resource.name }}
      data-row-stop
      aria-current={selected ? 'page' : undefined}
      className={entityRow(selected)}
    >
      <span className="flex min-w-0 items-center gap-2">
        <Icon size={14} aria-hidden className="shrink-0 text-muted" strokeWidth={1.75} />
        <span className="truncate font-medium">{resource.name}</span>
        <span className="flex-1" />
        {resource.discovery === 'running' && <StatusMark tone="running" word="Reading" />}
        {resource.discovery === 'failed' && <StatusMark tone="failed" word="Failed" />}
        {resource.branch && <span className="mono shrink-0 text-muted">{resource.branch}</span>}
      </span>
      <span className="pl-[22px] text-muted">
        <MiddleTruncate text={resource.path} mono />
      </span>
    </Link>
  )
}

export function ResourcesScreen(): ReactNode {
  const { _splat: name } = useParams({ strict: false })
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const query = useQuery(useAsk().resources.list.queryOptions({ input: {} }))
  const register = (open: boolean) => void navigate({ to: '.', search: open ? { register: true } : {}, replace: !open })
  return (
    <>
      <QueryView query={query}>
        {({ resources }) =>
          resources.length === 0 ? (
            <EmptyState
              icon={FolderGit2}
              title="No resources yet"
              actions={
                <Button variant="primary" icon={FolderPlus} onClick={() => register(true)}>
                  Register a resource
                </Button>
              }
            >
              A resource is a git checkout or a folder that plans may read and, through a sandbox, change. Registering
              one changes nothing in it.
            </EmptyState>
          ) : (
            <SplitPane
              name="resources"
              label="Width of the list of resources"
              initial={34}
              open={Boolean(name)}
              list={
                <EntityList
                  label="Resources"
                  items={resources}
                  keyOf={(resource) => resource.resource_id}
                  toolbar={
                    <>
                      <span className="text-muted">{plural(resources.length, 'resource')}</span>
                      <Spacer />
                      <Button icon={FolderPlus} onClick={() => register(true)}>
                        Register
                      </Button>
                    </>
                  }
                  row={(resource) => <ResourceRow resource={resource} selected={resource.name === name} />}
                />
              }
              detail={
                name ? (
                  <OneResource name={name} />
                ) : (
                  <EmptyState icon={FolderGit2} title="Choose a resource">
                    Its files, capabilities and where it is used appear here.
                  </EmptyState>
                )
              }
            />
          )
        }
      </QueryView>
      <RegisterDialog
        open={search.register === true}
        folder={search.folder}
        browse={search.browse === true}
        onClose={() => register(false)}
      />
    </>
  )
}
