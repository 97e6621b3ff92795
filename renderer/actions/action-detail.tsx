import type { ActionView } from '@shared/contract/actions'
import { Link, useNavigate } from '@tanstack/react-router'
import { Archive, ArrowLeft, Pencil, Play } from 'lucide-react'
import { ButtonLink } from '../core/button-link'
import { useCore } from '../core/core'
import { EntityDetail } from '../core/entity-list'
import { useCommand } from '../core/use-command'
import { useShortcuts } from '../core/use-shortcuts'
import { formatNumber, sentenceCase } from '../format/format'
import { InvariantList } from '../invariants/invariant-list'
import { noteOf } from '../new-plan/arg-control'
import { ActionVersions } from './action-versions'
import { Button, Chip, CodeBlock, Facts, IconButton, linkLook, notify, Prose, Section, useWide } from '../ui'

/** Of what type it is, with what can be chosen, and whether it can be left out. */
function wordsOf(arg: ActionView['args'][number]): string {
  if (!arg.choices) return noteOf(arg)
  return `one of ${arg.choices.join(', ')}${arg.required ? '' : ' (optional)'}`
}

function Args({ action }: { readonly action: ActionView }) {
  if (action.args.length === 0) return <p className="text-muted">None.</p>
  return (
    <ul className="overflow-hidden rounded-md border border-line">
      {action.args.map((arg) => (
        <li key={arg.name} className="border-b border-line px-3 py-1.5 last:border-b-0">
          <div className="flex flex-wrap items-center gap-2">
            <span className="mono font-medium">{arg.name}</span>
            <span className="text-sm break-words text-muted">{wordsOf(arg)}</span>
            {arg.default !== null && arg.default !== '' && (
              <span className="text-sm text-muted">
                default <span className="mono">{String(arg.default)}</span>
              </span>
            )}
          </div>
          {arg.description && <p className="text-muted">{arg.description}</p>}
        </li>
      ))}
    </ul>
  )
}

export function ActionDetail({ action }: { readonly action: ActionView }) {
  const navigate = useNavigate()
  const wide = useWide()
  const { client } = useCore()
  const usable = action.state === 'available'
  const archive = useCommand(() => client.actions.archive({ action: action.name }), {
    onDone: () =>
      notify.done(`${action.name} is archived`, { hint: 'Plans that use it go on. Saving it again brings it back.' }),
  })
  useShortcuts({
    u: usable ? () => void navigate({ to: '/plans/new', search: { action: action.name } }) : undefined,
  })
  const actors = Object.entries(action.actors).filter(([, actor]) => actor !== null)
  return (
    <EntityDetail
      label={`Action ${action.name}`}
      title={
        <>
          {!wide && (
            <IconButton icon={ArrowLeft} label="All actions" onClick={() => void navigate({ to: '/actions' })} />
          )}
          <h2 className="truncate">{action.name}</h2>
          {action.state !== 'available' && <Chip>{action.state}</Chip>}
          {action.builtin && <Chip>built-in</Chip>}
          {action.read_only && <Chip>read-only</Chip>}
        </>
      }
      subtitle={action.description}
      actions={
        <>
          {action.state !== 'archived' && (
            <Button variant="ghost" icon={Archive} busy={archive.busy} onClick={() => archive.run()}>
              Archive
            </Button>
          )}
          <ButtonLink to="/actions/$" params={{ _splat: action.name }} search={{ edit: true }} icon={Pencil}>
            Edit
          </ButtonLink>
          {usable && (
            <ButtonLink to="/plans/new" search={{ action: action.name }} variant="primary" icon={Play} shortcut="u">
              Use
            </ButtonLink>
          )}
        </>
      }
    >
      {action.long_description && <Prose text={action.long_description} />}
      <Section title="Definition of done">
        <Prose text={action.definition_of_done} />
      </Section>
      <Section title="Arguments" count={formatNumber(action.args.length)}>
        <Args action={action} />
      </Section>
      <InvariantList target={{ scope: 'action', name: action.name }} />
      <Facts
        facts={[
          ...actors.map(([role, actor]) => ({
            name: sentenceCase(role),
            value: <span className="mono">{actor}</span>,
          })),
          {
            name: 'Profile',
            value: action.automation_profile ?? <span className="text-muted">as the project or settings say</span>,
          },
          { name: 'Revision', value: String(action.revision) },
          {
            name: 'Plans',
            value: (
              <Link to="/plans" search={{ action: action.name }} className={linkLook}>
                Show its plans
              </Link>
            ),
          },
        ]}
      />
      <ActionVersions action={action} />
      <Section title="YAML">
        <CodeBlock label={`YAML of ${action.name}`} text={action.source} />
      </Section>
    </EntityDetail>
  )
}
