import type { ReactNode } from 'react'
import type { ProjectView } from '@shared/contract/projects'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Boxes, FolderPlus, Plus } from 'lucide-react'
import { ButtonLink } from '../core/button-link'
import { useAsk } from '../core/core'
import { EntityList, entityRow } from '../core/entity-list'
import { QueryView } from '../core/query-view'
import { plural } from '../format/format'
import { Button, EmptyState, Spacer, SplitPane } from '../ui'
import { CreateProjectDialog } from './create-project-dialog'
import { NoProjectChosen, ProjectDetail } from './project-detail'

function OneProject({ name }: { readonly name: string }) {
  const query = useQuery(useAsk().projects.show.queryOptions({ input: { project: name } }))
  return (
    <QueryView query={query} instead={<ButtonLink to="/projects">All projects</ButtonLink>}>
      {(project) => <ProjectDetail key={project.project_id} project={project} />}
    </QueryView>
  )
}

function ProjectRow({ project, selected }: { readonly project: ProjectView; readonly selected: boolean }) {
  return (
    <Link
      to="/projects/$"
      params={{ _splat: project.name }}
      data-row-stop
      aria-current={selected ? 'page' : undefined}
      className={entityRow(selected)}
    >
      <span className="truncate font-medium">{project.name}</span>
      <span className="truncate text-sm text-muted">
        {plural(project.resources.length, 'resource')}
        {project.active_plans > 0 && ` · ${project.active_plans} active`}
        {project.description && ` · ${project.description}`}
      </span>
    </Link>
  )
}

function NoProjects({ onCreate }: { readonly onCreate: () => void }) {
  return (
    <EmptyState
      icon={Boxes}
      title="No projects yet"
      actions={
        <>
          <Button variant="primary" icon={Plus} onClick={onCreate}>
            New project
          </Button>
          <ButtonLink to="/resources" search={{ register: true }} icon={FolderPlus}>
            Register a resource
          </ButtonLink>
        </>
      }
    >
      A project links the repositories and folders that belong together. Plans are made for projects, so that one piece
      of work can reach all of them.
    </EmptyState>
  )
}

export function ProjectsScreen(): ReactNode {
  const { _splat: name } = useParams({ strict: false })
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const query = useQuery(useAsk().projects.list.queryOptions())
  const create = (open: boolean) =>
    void navigate({ to: '.', search: { create: open ? true : undefined }, replace: !open })
  return (
    <>
      <QueryView query={query}>
        {({ projects }) =>
          projects.length === 0 ? (
            <NoProjects onCreate={() => create(true)} />
          ) : (
            <SplitPane
              name="projects"
              label="Width of the list of projects"
              initial={32}
              open={Boolean(name)}
              list={
                <EntityList
                  label="Projects"
                  items={projects}
                  keyOf={(project) => project.project_id}
                  toolbar={
                    <>
                      <span className="text-muted">{plural(projects.length, 'project')}</span>
                      <Spacer />
                      <Button icon={Plus} onClick={() => create(true)}>
                        New project
                      </Button>
                    </>
                  }
                  row={(project) => <ProjectRow project={project} selected={project.name === name} />}
                />
              }
              detail={name ? <OneProject name={name} /> : <NoProjectChosen />}
            />
          )
        }
      </QueryView>
      <CreateProjectDialog open={search.create === true} onClose={() => create(false)} />
    </>
  )
}
