import { Archive, Plus, Settings, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  Button,
  type ButtonVariant,
  Checkbox,
  Field,
  IconButton,
  Kbd,
  RadioList,
  Segments,
  Select,
  TextArea,
  TextInput,
} from '../ui'
import { Specimen } from './specimen'

const variants: readonly ButtonVariant[] = ['primary', 'secondary', 'ghost', 'danger']
const long = 'A label that somebody made far longer than there is room for it in any layout that one would design'

export function Buttons() {
  return (
    <>
      <Specimen title="Buttons">
        {variants.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
      </Specimen>
      <Specimen title="Buttons with an icon and a key">
        <Button variant="primary" icon={Plus} shortcut="n">
          New plan
        </Button>
        <Button icon={Archive} shortcut="mod+Enter">
          Archive
        </Button>
      </Specimen>
      <Specimen title="Disabled and busy">
        {variants.map((variant) => (
          <Button key={variant} variant={variant} disabled>
            {variant}
          </Button>
        ))}
        <Button variant="primary" busy>
          Applying
        </Button>
        <Button busy>Testing</Button>
      </Specimen>
      <Specimen title="Icon buttons">
        <IconButton icon={Settings} label="Settings" shortcut="g s" />
        <IconButton icon={Trash2} label="Remove" disabled />
      </Specimen>
      <Specimen title="Keys">
        <Kbd keys="mod+k" />
        <Kbd keys="g i" />
        <Kbd keys="enter" />
        <Kbd keys="Esc" />
      </Specimen>
    </>
  )
}

function Exclusive() {
  const [segment, setSegment] = useState<'one' | 'two'>('one')
  const [radio, setRadio] = useState<string | null>('a')
  const [select, setSelect] = useState<string | null>(null)
  return (
    <>
      <Specimen title="Segments">
        <Segments
          label="View"
          value={segment}
          onChange={setSegment}
          options={[
            { value: 'one', label: 'Unified' },
            { value: 'two', label: 'Split' },
          ]}
        />
      </Specimen>
      <Specimen title="Radio list">
        <RadioList
          label="Alternatives"
          value={radio}
          onChange={setRadio}
          choices={[
            { value: 'a', label: 'Wrap the call, answer "degraded"', note: '0.95' },
            { value: 'b', label: long },
            { value: 'c', label: 'Cannot be chosen', disabled: true },
          ]}
        />
      </Specimen>
      <Specimen title="Select">
        <Select
          label="Branch"
          value={select}
          onChange={setSelect}
          placeholder="Choose a branch"
          options={[
            { value: 'main', label: 'main', hint: 'The default branch' },
            { value: long, label: long },
          ]}
        />
        <Select label="Nothing to choose" value={null} onChange={setSelect} options={[]} placeholder="None" disabled />
      </Specimen>
    </>
  )
}

export function Fields() {
  const [checked, setChecked] = useState(true)
  const [text, setText] = useState('src/health.py')
  return (
    <>
      <Specimen title="Fields">
        <div className="grid w-full max-w-2xl grid-cols-2 gap-4">
          <Field label="Name" help="Letters, digits, dots and dashes" required>
            <TextInput value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
          <Field label="Path" error="There is no such folder." note="path in the project">
            <TextInput mono value="/nowhere" readOnly />
          </Field>
          <Field label="Off">
            <TextInput value="cannot be edited" disabled />
          </Field>
          <Field label="Guidance">
            <TextArea rows={2} placeholder="What should be different?" />
          </Field>
        </div>
      </Specimen>
      <Specimen title="Checkboxes">
        <div className="flex flex-col gap-2">
          <Checkbox checked={checked} onChange={setChecked} label="Include uncommitted work" help="As a snapshot" />
          <Checkbox checked={false} onChange={setChecked} label="Off" disabled />
        </div>
      </Specimen>
      <Exclusive />
    </>
  )
}
