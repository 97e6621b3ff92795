import type { ActionArgView, DiagnosticView } from '@shared/contract/actions'
import { useState } from 'react'
import YamlEditor from '../actions/yaml-editor'
import { ArgForm } from '../new-plan/arg-control'
import { Button } from '../ui/button'
import { Specimen } from './specimen'

const arg = (name: string, type: ActionArgView['type'], more: Partial<ActionArgView> = {}): ActionArgView => ({
  name,
  type,
  required: false,
  default: null,
  description: `What ${name} is for`,
  choices: null,
  pattern: null,
  ...more,
})

const args: readonly ActionArgView[] = [
  arg('bug', 'string', { required: true }),
  arg('retries', 'integer', { default: 3 }),
  arg('ratio', 'float'),
  arg('strict', 'boolean'),
  arg('module', 'path', { pattern: '^src/' }),
  arg('language', 'choice', { choices: ['python', 'typescript'] }),
]

export function Forms() {
  const [draft, setDraft] = useState<Readonly<Record<string, string | boolean>>>({})
  return (
    <Specimen title="The form of an action's arguments">
      <div className="w-full max-w-xl">
        <ArgForm
          args={args}
          draft={draft}
          problems={draft['retries'] === 'many' ? { retries: 'retries has to be a whole number.' } : {}}
          onChange={(name, value) => setDraft({ ...draft, [name]: value })}
        />
        <output className="mono text-muted">{JSON.stringify(draft)}</output>
      </div>
    </Specimen>
  )
}

const faulty: readonly DiagnosticView[] = [
  {
    severity: 'error',
    message: 'There is no key `descripton`; `description` is near it.',
    line: 2,
    column: 1,
    end_line: 2,
    end_column: 11,
    path: 'descripton',
    suggestion: 'description',
  },
]

const faultyText = 'name: local/add-docs\ndescripton: Document a module\n'

export function Editors() {
  const [text, setText] = useState(faultyText)
  const [saved, setSaved] = useState('')
  return (
    <Specimen title="The YAML editor" tall>
      <YamlEditor
        value={text}
        onChange={setText}
        onSave={() => setSaved(text)}
        diagnostics={text.includes('descripton') ? faulty : []}
        keys={[]}
      />
      <Button onClick={() => setText(faultyText)}>Discard</Button>
      <output className="px-2 text-muted">{saved ? `Saved ${saved.length} characters` : 'Not saved'}</output>
    </Specimen>
  )
}
