import type { ProjectView } from '@shared/contract/projects'
import type { ApplyMode } from '@shared/model/plan'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, Boxes, Lock, Play, Trash2, Unlink } from 'lucide-react'
import { useState } from 'react'
import { ButtonLink } from '../core/button-link'
import { useAsk, useCore } from '../core/core'
import { EntityDetail } from '../core/entity-list'
import { useCommand } from '../core/use-command'
import { formatNumber } from '../format/format'
import { InvariantList } from '../invariants/invariant-list'
import { applyModeOptions } from '../plan/use-plan-commands'
import {
  Button,
  Chip,
  EmptyState,
  Field,
  IconButton,
  linkLook,
  MiddleTruncate,
  notify,
  Section,
  Select,
  useWide,
} from '../ui'
import { ProjectValidations } from '../validations/project-validations'
import { DeleteProjectDialog } from './delete-project-dialog'
import { LinkResourceForm } from './link-resource-form'

function LinkedResources({ project }: { readonly project: ProjectView }) {
  const { client } = useCore()
  const link = useCommand((input: { readonly resource: string; readonly read_only: boolean }) =>
    client.projects.link({ project: project.name, ...input }),
  )
  const unlink = useCommand(
    (one: { readonly name: string; readonly read_only: boolean }) =>
      client.projects.unlink({ project: project.name, resource: one.name }),
    {
      onDone: (_, one) =>
        notify.done(`${one.name} is unlinked`, {
          hint: 'The resource itself stays registered.',
          action: { label: 'Undo', run: () => link.run({ resource: one.name, read_only: one.read_only }) },
        }),
    },
  )
  return (
    <Section title="Resources" count={formatNumber(project.resources.length)}>
      {project.resources.length > 0 && (
        <ul className="overflow-hidden rounded-md border border-line">
          {project.resources.map((resource) => (
            <li
              key={resource.resource_id}
              className="flex h-9 items-center gap-2 border-b border-line pr-1 pl-3 last:border-b-0"
            >
              <Link to="/resources/$" params={{ _splat: resource.name }} className={`${linkLook} shrink-0`}>
                {resource.name}
              </Link>
              <Chip>{resource.type}</Chip>
              {resource.read_only && (
                <Chip>
                  <Lock size={10} aria-hidden />
                  read-only
                </Chip>
              )}
              <span className="min-w-0 flex-1 text-muted">
                <MiddleTruncate text={resource.path} mono />
              </span>
              <IconButton icon={Unlink} label={`Unlink ${resource.name}`} onClick={() => unlink.run(resource)} />
            </li>
          ))}
        </ul>
      )}
      <LinkResourceForm project={project} busy={link.busy} onLink={link.run} />
    </Section>
  )
}

function Defaults({ project }: { readonly project: ProjectView }) {
  const { client } = useCore()
  const profiles = useQuery(useAsk().profiles.list.queryOptions())
  const set = useCommand(
    (change: { readonly apply_mode?: ApplyMode | null; readonly automation_profile?: string | null }) =>
      client.projects.set({ project: project.name, ...change }),
  )
  return (
    <Section title="New plans start with">
      <div className="grid max-w-xl grid-cols-2 gap-4 max-[640px]:grid-cols-1">
        <Field label="Automation profile">
          <Select
            value={project.automation_profile ?? ''}
            onChange={(name) => set.run({ automation_profile: name === '' ? null : name })}
            options={[
              { value: '', label: `As in the settings (${profiles.data?.default ?? '…'})` },
              ...(profiles.data?.profiles ?? []).map((one) => ({
                value: one.name,
                label: one.name,
                hint: one.description,
              })),
            ]}
          />
        </Field>
        <Field label="Apply as">
          <Select<ApplyMode | ''>
            value={project.apply_mode ?? ''}
            onChange={(mode) => set.run({ apply_mode: mode === '' ? null : mode })}
            options={[{ value: '', label: 'As in the settings' }, ...applyModeOptions]}
          />
        </Field>
      </div>
    </Section>
  )
}

export function ProjectDetail({ project }: { readonly project: ProjectView }) {
  const navigate = useNavigate()
  const wide = useWide()
  const [deleting, setDeleting] = useState(false)
  return (
    <EntityDetail
      label={`Project ${project.name}`}
      title={
        <>
          {!wide && (
            <IconButton icon={ArrowLeft} label="All projects" onClick={() => void navigate({ to: '/projects' })} />
          )}
          <h2 className="truncate">{project.name}</h2>
          {project.active_plans > 0 && (
            <Link to="/plans" search={{ project: project.name }} className={linkLook}>
              {project.active_plans} active
            </Link>
          )}
        </>
      }
      subtitle={project.description}
      actions={
        <>
          <Button variant="ghost" icon={Trash2} onClick={() => setDeleting(true)}>
            Delete
          </Button>
          <ButtonLink to="/plans/new" search={{ project: [project.name] }} variant="primary" icon={Play}>
            Use an action
          </ButtonLink>
        </>
      }
    >
      <LinkedResources project={project} />
      <Defaults project={project} />
      <InvariantList target={{ scope: 'project', name: project.name }} />
      <ProjectValidations project={project.name} />
      <DeleteProjectDialog project={project} open={deleting} onClose={() => setDeleting(false)} />
    </EntityDetail>
  )
}

export function NoProjectChosen() {
  return (
    <EmptyState icon={Boxes} title="Choose a project">
      Its resources and what its plans start with appear here.
    </EmptyState>
  )
}
