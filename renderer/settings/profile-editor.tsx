import type { DiagnosticView } from '@shared/contract/actions'
import type { ProfileView } from '@shared/contract/settings'
import { useState } from 'react'
import { useCore } from '../core/core'
import { ProblemState } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { Button, Dialog, Field, notify, Segments, TextArea } from '../ui'
import { ProfileFields } from './profile-fields'
import { numberKeys, numberProblem, profileYaml, typedFrom, type TypedProfile } from './profile-form'

function Faults({ found }: { readonly found: readonly DiagnosticView[] }) {
  if (found.length === 0) return null
  return (
    <ul aria-label="Problems" className="flex flex-col gap-0.5">
      {found.map((one) => (
        <li key={`${one.line}:${one.column}:${one.message}`} className="flex gap-3 text-failed">
          <span className="mono shrink-0 tabular">
            {one.line}:{one.column}
          </span>
          <span className="min-w-0 break-words">{one.message}</span>
        </li>
      ))}
    </ul>
  )
}

/** Stores what the editor holds; an edit can be taken back to the text it began from. */
function useSave(edited: ProfileView | null, onClose: () => void) {
  const { client } = useCore()
  const restore = useCommand((source: string) => client.profiles.add({ source, replace: true }))
  return useCommand((source: string) => client.profiles.add({ source, replace: edited !== null }), {
    onDone: (profile) => {
      const undo = edited?.name === profile.name ? { label: 'Undo', run: () => restore.run(edited.source) } : null
      notify.done(`${profile.name} is saved`, {
        hint: 'Plans made from now on can use it; those under way keep what they began with.',
        ...(undo ? { action: undo } : {}),
      })
      onClose()
    },
    onProblem: () => {},
  })
}

/** The two ways to write a profile; going back from the text reads it, and stays where it cannot be read. */
function useTwoWays(begun: TypedProfile, source: string | null) {
  const { client } = useCore()
  const [as, setAs] = useState<'form' | 'yaml'>('form')
  const [typed, setTyped] = useState(begun)
  const [yaml, setYaml] = useState(source ?? profileYaml(begun))
  const [touched, setTouched] = useState(false)
  const [faults, setFaults] = useState<readonly DiagnosticView[]>([])
  const read = useCommand(() => client.profiles.check({ source: yaml }), {
    onDone: ({ profile, diagnostics }) => {
      setFaults(diagnostics)
      if (!profile) return
      setTyped(typedFrom(profile))
      setAs('form')
    },
  })
  const show = (next: 'form' | 'yaml') => {
    if (next === as) return
    if (next === 'form') return read.run()
    // The text as it was given stays as long as the form has changed nothing of it.
    if (touched) setYaml(profileYaml(typed))
    setTouched(false)
    setFaults([])
    setAs('yaml')
  }
  return {
    as,
    show,
    typed,
    yaml,
    faults,
    source: as === 'yaml' || !touched ? yaml : profileYaml(typed),
    change: (part: Partial<TypedProfile>) => {
      setTouched(true)
      setTyped({ ...typed, ...part })
    },
    write: (text: string) => {
      setFaults([])
      setYaml(text)
    },
  }
}

/** Writes a profile by its controls or its YAML; `edited` is the one that is replaced, where there is one. */
export function ProfileEditor(props: {
  readonly from: ProfileView
  readonly edited: ProfileView | null
  readonly onClose: () => void
}) {
  const { from, edited } = props
  const begun = edited ? typedFrom(from) : { ...typedFrom(from), name: '' }
  const ways = useTwoWays(begun, edited?.source ?? null)
  const save = useSave(edited, props.onClose)
  const sound = ways.typed.name.trim() !== '' && numberKeys.every((key) => !numberProblem(key, ways.typed[key]))
  const ready = ways.as === 'yaml' ? ways.yaml.trim() !== '' : sound
  return (
    <Dialog
      open
      size="lg"
      onClose={props.onClose}
      title={edited ? `Edit ${edited.name}` : 'New automation profile'}
      description="What a plan does by itself, what it asks, and what it may not pass."
      footer={
        <>
          <Button onClick={props.onClose}>Not now</Button>
          <Button variant="primary" busy={save.busy} disabled={!ready} onClick={() => save.run(ways.source)}>
            Save profile
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {save.problem && <ProblemState problem={save.problem} />}
        <div>
          <Segments
            label="Written as"
            value={ways.as}
            onChange={(next) => {
              save.reset()
              ways.show(next)
            }}
            options={[
              { value: 'form', label: 'Form' },
              { value: 'yaml', label: 'YAML' },
            ]}
          />
        </div>
        {ways.as === 'form' ? (
          <ProfileFields typed={ways.typed} onChange={ways.change} named={edited !== null} />
        ) : (
          <>
            <Field label="Profile as YAML">
              <TextArea mono rows={22} value={ways.yaml} onChange={(event) => ways.write(event.target.value)} />
            </Field>
            <Faults found={ways.faults} />
          </>
        )}
      </div>
    </Dialog>
  )
}
