import type { ResourceView } from '@shared/contract/resources'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeft, Check, Minus, RotateCw, ShieldCheck, ShieldOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useCore } from '../core/core'
import { EntityDetail } from '../core/entity-list'
import { OpenElsewhere } from '../core/open-elsewhere'
import { useCommand } from '../core/use-command'
import { formatNumber } from '../format/format'
import { Banner, Button, Chip, Facts, IconButton, linkLook, Section, Spinner, StatusMark, useWide } from '../ui'
import { Children } from './children'
import { FilePreview } from './file-preview'
import { FileTree } from './file-tree'
import { RemoveDialog } from './remove-dialog'
import { TrustDialog } from './trust-dialog'
import { useDiscovery } from './use-discovery'

function Discovery({ resource }: { readonly resource: ResourceView }) {
  const { client } = useCore()
  const progress = useDiscovery(resource.name, resource.discovery === 'running')
  const cancel = useCommand(() => client.resources.cancelDiscovery({ resource: resource.name }))
  const again = useCommand(() => client.resources.rediscover({ resource: resource.name }))
  if (resource.discovery === 'running')
    return (
      <div role="status" className="flex min-h-9 items-center gap-2.5 rounded-md border border-line bg-panel px-3">
        <Spinner />
        <span className="flex-1">
          {progress ? `Reading ${progress.phase}: ${formatNumber(progress.found)} found` : 'Reading the resource…'}
        </span>
        <Button variant="ghost" busy={cancel.busy} onClick={() => cancel.run()}>
          Stop reading
        </Button>
      </div>
    )
  return (
    <div className="flex flex-wrap items-center gap-3">
      {resource.discovery === 'complete' ? (
        <span className="text-muted">{formatNumber(resource.children_discovered)} things discovered</span>
      ) : (
        <StatusMark
          tone={resource.discovery === 'failed' ? 'failed' : 'muted'}
          word={
            resource.discovery === 'failed'
              ? 'Reading it failed; what was found is kept'
              : 'Reading was stopped; what was found is kept'
          }
        />
      )}
      <Button variant="ghost" icon={RotateCw} busy={again.busy} onClick={() => again.run()}>
        Read again
      </Button>
    </div>
  )
}

function Able({ able, what }: { readonly able: boolean; readonly what: string }) {
  const Icon = able ? Check : Minus
  return (
    <li className={able ? 'flex items-center gap-1.5' : 'flex items-center gap-1.5 text-muted'}>
      <Icon size={13} aria-hidden className={able ? 'text-done' : ''} />
      {what}
      <span className="sr-only">{able ? ': yes' : ': no'}</span>
    </li>
  )
}

function Overview({ resource }: { readonly resource: ResourceView }) {
  const { capabilities: can } = resource
  return (
    <>
      <Facts
        facts={[
          { name: 'Path', value: <span className="mono">{resource.path}</span> },
          ...(resource.canonical_path === resource.path
            ? []
            : [{ name: 'Leads to', value: <span className="mono">{resource.canonical_path}</span> }]),
          ...(resource.branch ? [{ name: 'Branch', value: <span className="mono">{resource.branch}</span> }] : []),
          {
            name: 'Used in',
            value:
              resource.projects.length === 0 ? (
                <span className="text-muted">no project yet</span>
              ) : (
                resource.projects.map((project) => (
                  <Link key={project} to="/projects/$" params={{ _splat: project }} className={`${linkLook} mr-3`}>
                    {project}
                  </Link>
                ))
              ),
          },
          {
            name: 'Plans can',
            value: (
              <ul className="flex flex-wrap gap-x-4">
                <Able able={can.readable} what="read" />
                <Able able={can.writable} what="write" />
                <Able able={can.sandboxable} what={`work in a sandbox (${can.sandbox_strategy.replace('_', ' ')})`} />
                <Able able={can.checkpointable} what="go back to checkpoints" />
              </ul>
            ),
          },
        ]}
      />
      {resource.warnings.map((warning) => (
        <Banner key={warning} look="warning">
          {warning}
        </Banner>
      ))}
    </>
  )
}

function Files({ resource }: { readonly resource: ResourceView }) {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const file = search.file
  return (
    <Section title="Files">
      <div className="flex h-96 overflow-hidden rounded-md border border-line">
        <div className="flex w-72 shrink-0 flex-col border-r border-line max-[700px]:w-40">
          <FileTree
            resource={resource.name}
            selected={file ?? null}
            onSelect={(path) => void navigate({ to: '.', search: { file: path }, replace: true })}
          />
        </div>
        <div className="flex min-w-0 flex-1 flex-col">
          {file ? (
            <FilePreview key={file} resource={resource.name} path={file} />
          ) : (
            <p className="m-auto text-muted">Choose a file to read it.</p>
          )}
        </div>
      </div>
    </Section>
  )
}

export function ResourceDetail({ resource }: { readonly resource: ResourceView }) {
  const navigate = useNavigate()
  const wide = useWide()
  const { client } = useCore()
  const [dialog, setDialog] = useState<'trust' | 'remove' | null>(null)
  const untrust = useCommand(() => client.resources.untrust({ resource: resource.name }))
  return (
    <EntityDetail
      label={`Resource ${resource.name}`}
      title={
        <>
          {!wide && (
            <IconButton icon={ArrowLeft} label="All resources" onClick={() => void navigate({ to: '/resources' })} />
          )}
          <h2 className="truncate">{resource.name}</h2>
          <Chip>{resource.type}</Chip>
          {resource.trusted && <Chip tone="done">trusted</Chip>}
        </>
      }
      actions={
        <>
          <OpenElsewhere path={resource.path} />
          <Button variant="ghost" icon={Trash2} onClick={() => setDialog('remove')}>
            Remove
          </Button>
          {resource.trusted ? (
            <Button icon={ShieldOff} busy={untrust.busy} onClick={() => untrust.run()}>
              Trust no longer
            </Button>
          ) : (
            resource.type === 'git-checkout' && (
              <Button icon={ShieldCheck} onClick={() => setDialog('trust')}>
                Trust…
              </Button>
            )
          )}
        </>
      }
    >
      <Discovery resource={resource} />
      <Overview resource={resource} />
      <Children resource={resource} />
      <Files resource={resource} />
      <TrustDialog resource={resource} open={dialog === 'trust'} onClose={() => setDialog(null)} />
      <RemoveDialog resource={resource} open={dialog === 'remove'} onClose={() => setDialog(null)} />
    </EntityDetail>
  )
}
