import type { RegistrableType } from '@shared/model/resource'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCore } from '../core/core'
import { problemOf } from '../core/problem'
import { ProblemState } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { Banner, Button, Dialog, Field, Select, TextInput, FormFooter } from '../ui'
import { FolderField } from './folder-field'
import { useDetected } from './use-detected'

const typeWords: Readonly<Record<RegistrableType, { readonly label: string; readonly hint: string }>> = {
  'git-checkout': { label: 'Git checkout', hint: 'Plans work in a worktree of their own and are applied as commits.' },
  'fs-directory': { label: 'Folder', hint: 'Plans work in a copy and are applied file by file.' },
}
/** The folder's field stands outside the form of what was recognised, and Enter in it registers all the same. */
const formId = 'register-resource'
type Detected = NonNullable<ReturnType<typeof useDetected>['data']>

function Recognised(props: {
  readonly found: Detected
  readonly onRegistered: (name: string) => void
  readonly onClose: () => void
}) {
  const { found } = props
  const { client } = useCore()
  const [type, setType] = useState<RegistrableType>(found.type)
  const [name, setName] = useState(found.suggested_name)
  const [branch, setBranch] = useState<string | null>(found.branch)
  const add = useCommand(
    () =>
      client.resources.add({
        type,
        name: name.trim(),
        path: found.path,
        branch: type === 'git-checkout' ? (branch ?? undefined) : undefined,
      }),
    { onDone: (resource) => props.onRegistered(resource.name), onProblem: () => {} },
  )
  return (
    <form
      id={formId}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        add.run()
      }}
    >
      <Banner look="info">{found.explanation}</Banner>
      {found.registered_as && (
        <Banner look="warning">
          This folder is registered already, as <span className="font-medium">{found.registered_as}</span>.
        </Banner>
      )}
      <div className="grid grid-cols-2 gap-4 max-[640px]:grid-cols-1">
        <Field label="Name" required>
          <TextInput value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label="Type" help={typeWords[type].hint}>
          <Select
            value={type}
            onChange={setType}
            options={(['git-checkout', 'fs-directory'] as const).map((value) => ({
              value,
              label: typeWords[value].label,
            }))}
          />
        </Field>
        {type === 'git-checkout' && found.branches.length > 0 && (
          <Field label="Branch" help="Plans begin from it and are applied to it.">
            <Select
              value={branch}
              onChange={setBranch}
              options={found.branches.map((value) => ({ value, label: value }))}
            />
          </Field>
        )}
      </div>
      {add.problem && <ProblemState problem={add.problem} />}
      <FormFooter>
        <Button onClick={props.onClose}>Not now</Button>
        <Button
          type="submit"
          variant="primary"
          busy={add.busy}
          disabled={name.trim() === '' || found.registered_as !== null}
        >
          Register
        </Button>
      </FormFooter>
    </form>
  )
}

type Beginning = { readonly folder?: string | undefined; readonly browse?: boolean }

function Form(props: Beginning & { readonly onRegistered: (name: string) => void; readonly onClose: () => void }) {
  const [path, setPath] = useState(props.folder ?? '')
  const [browsing, setBrowsing] = useState(props.browse === true)
  const detected = useDetected(path)
  const typed = path.trim() !== ''
  const recognised = typed && !browsing && detected.data && !detected.error
  return (
    <div className="flex flex-col gap-4">
      <FolderField
        label="Folder"
        required
        autoFocus
        form={formId}
        path={path}
        onPath={setPath}
        browsing={browsing}
        onBrowsing={setBrowsing}
        placeholder="/home/me/code/api-service"
      />
      {typed && detected.error && <ProblemState problem={problemOf(detected.error)} />}
      {recognised ? (
        <Recognised
          key={detected.data.path}
          found={detected.data}
          onRegistered={props.onRegistered}
          onClose={props.onClose}
        />
      ) : (
        <FormFooter>
          <span id="register-why" className="flex-1 text-muted">
            {!typed
              ? 'Give or pick a folder to go on.'
              : detected.error
                ? 'This folder cannot be registered.'
                : browsing
                  ? 'Pick a folder to go on.'
                  : 'Looking at the folder…'}
          </span>
          <Button onClick={props.onClose}>Not now</Button>
          <Button variant="primary" disabled aria-describedby="register-why">
            Register
          </Button>
        </FormFooter>
      )}
    </div>
  )
}

/** `folder` and `browse` are how it begins; another folder begins it anew. */
export function RegisterDialog(props: Beginning & { readonly open: boolean; readonly onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title="Register a resource"
      description="A repository or folder on the core’s machine. Registering only reads it."
    >
      <Form
        key={props.folder ?? ''}
        folder={props.folder}
        browse={props.browse ?? false}
        onClose={props.onClose}
        onRegistered={(name) => void navigate({ to: '/resources/$', params: { _splat: name }, search: {} })}
      />
    </Dialog>
  )
}
