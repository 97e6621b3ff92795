import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAsk, useCore } from '../core/core'
import { fieldProblems } from '../core/problem'
import { ProblemState } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { Button, Checkbox, Dialog, Field, TextArea, TextInput, FormFooter } from '../ui'

function Form({ onClose, onCreated }: { readonly onClose: () => void; readonly onCreated: (name: string) => void }) {
  const { client } = useCore()
  const { data } = useQuery(useAsk().resources.list.queryOptions({ input: {} }))
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [resources, setResources] = useState<readonly string[]>([])
  const create = useCommand(
    () => client.projects.create({ name: name.trim(), description, resources: [...resources] }),
    { onDone: (project) => onCreated(project.name), onProblem: () => {} },
  )
  const problems = create.problem ? fieldProblems(create.problem) : {}
  const atName = problems['name']
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') create.run()
      }}
    >
      <Field
        label="Name"
        required
        error={atName}
        help="Letters, digits, dots and dashes; a namespace may go before a slash."
      >
        <TextInput autoFocus value={name} placeholder="api-service" onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label="Description">
        <TextArea rows={2} spellCheck value={description} onChange={(event) => setDescription(event.target.value)} />
      </Field>
      {data && data.resources.length > 0 && (
        <fieldset className="flex flex-col gap-1.5">
          <legend className="mb-1 font-medium">Resources</legend>
          {data.resources.map((resource) => (
            <Checkbox
              key={resource.resource_id}
              checked={resources.includes(resource.name)}
              onChange={(checked) =>
                setResources(checked ? [...resources, resource.name] : resources.filter((one) => one !== resource.name))
              }
              label={resource.name}
              help={resource.path}
            />
          ))}
        </fieldset>
      )}
      {create.problem && !atName && <ProblemState problem={create.problem} />}
      <FormFooter>
        <Button onClick={onClose}>Not now</Button>
        <Button type="submit" variant="primary" busy={create.busy} disabled={name.trim() === ''}>
          Create project
        </Button>
      </FormFooter>
    </form>
  )
}

export function CreateProjectDialog(props: { readonly open: boolean; readonly onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title="New project"
      description="A project links the repositories and folders that its plans may work on."
    >
      <Form
        onClose={props.onClose}
        onCreated={(name) => void navigate({ to: '/projects/$', params: { _splat: name }, search: {} })}
      />
    </Dialog>
  )
}
