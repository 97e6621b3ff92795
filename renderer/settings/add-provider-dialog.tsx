import type { ProviderView } from '@shared/contract/actors'
import { useState } from 'react'
import { useCore } from '../core/core'
import { fieldProblems } from '../core/problem'
import { ProblemState } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { Button, Dialog, Field, notify, Select, TextInput, FormFooter } from '../ui'

const kinds: readonly { readonly value: ProviderView['kind']; readonly label: string; readonly hint: string }[] = [
  { value: 'openai-compatible', label: 'OpenAI-compatible', hint: 'Ollama, vLLM, LM Studio, OpenRouter and others' },
  { value: 'openai', label: 'OpenAI', hint: 'Through another address, such as a proxy' },
  { value: 'anthropic', label: 'Anthropic', hint: 'Through another address, such as a proxy' },
]

function Form({ onClose }: { readonly onClose: () => void }) {
  const { client } = useCore()
  const [kind, setKind] = useState<ProviderView['kind']>('openai-compatible')
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [env, setEnv] = useState('')
  const add = useCommand(
    () => client.providers.add({ name: name.trim(), kind, base_url: url.trim(), api_key_env: env.trim() || undefined }),
    {
      onDone: (provider) => {
        onClose()
        notify.done(`${provider.name} is added`, { hint: 'Test it to see its models.' })
      },
      onProblem: () => {},
    },
  )
  const problems = add.problem ? fieldProblems(add.problem) : {}
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        add.run()
      }}
    >
      <Field label="Kind">
        <Select value={kind} onChange={setKind} options={kinds} />
      </Field>
      <Field label="Name" required error={problems['name']} help="Models are then called name/model.">
        <TextInput autoFocus value={name} placeholder="ollama" onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label="Base URL" required error={problems['base_url']}>
        <TextInput
          mono
          type="url"
          value={url}
          placeholder="http://127.0.0.1:11434/v1"
          onChange={(event) => setUrl(event.target.value)}
        />
      </Field>
      <Field
        label="Key variable"
        error={problems['api_key_env']}
        help="The environment variable that holds the key. Leave it empty where none is needed."
      >
        <TextInput mono value={env} placeholder="OPENROUTER_API_KEY" onChange={(event) => setEnv(event.target.value)} />
      </Field>
      {add.problem && Object.keys(problems).length === 0 && <ProblemState problem={add.problem} />}
      <FormFooter>
        <Button onClick={onClose}>Not now</Button>
        <Button type="submit" variant="primary" busy={add.busy} disabled={name.trim() === '' || url.trim() === ''}>
          Add
        </Button>
      </FormFooter>
    </form>
  )
}

export function AddProviderDialog(props: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title="Add a provider">
      <Form onClose={props.onClose} />
    </Dialog>
  )
}
