import type { ActionView, DiagnosticView } from '@shared/contract/actions'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useAsk, useCore } from '../core/core'
import { Restored, useKept } from '../core/use-kept'
import { ProblemState } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { useShortcuts } from '../core/use-shortcuts'
import { plural } from '../format/format'
import { ArgForm } from '../new-plan/arg-control'
import { type Draft, initialDraft } from '../new-plan/form'
import { useRested } from '../resources/use-detected'
import { byWeight, sayDiagnostic } from './place-diagnostics'
import { Button, notify, Segments, Skeleton, Spacer, SplitPane, StatusMark, toneText, useWide } from '../ui'

/** The editor is the largest part of the renderer and needed here alone. */
const YamlEditor = lazy(() => import('./yaml-editor'))
const ActionFields = lazy(() => import('./action-fields'))
const none: readonly DiagnosticView[] = []

function Findings({ found }: { readonly found: readonly DiagnosticView[] }) {
  return (
    <ul aria-label="Problems" className="max-h-40 shrink-0 overflow-y-auto border-t border-line">
      {byWeight(found).map((one) => (
        <li key={`${one.line}:${one.column}:${one.message}`} className="flex gap-3 px-4 py-1">
          <span className="mono shrink-0 text-muted tabular">
            {one.line}:{one.column}
          </span>
          <span className={toneText[one.severity === 'error' ? 'failed' : 'waiting']}>
            <span className="sr-only">{one.severity}: </span>
            {sayDiagnostic(one)}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Whether the text begins a list of arguments, however much of it can be read. */
const declaresArgs = (source: string) => /^(?:args|arguments)\s*:\s*(?!\[\s*\])/m.test(source)

/** The form that a plan would show, made from the args read so far. */
function FormBeside({ args, faulty }: { readonly args: ActionView['args']; readonly faulty: boolean }) {
  const [typed, setTyped] = useState<Draft>({})
  return (
    <section aria-label="Form of the action" className="border-t border-line pt-4">
      <h2 className="text-lg">The form it makes</h2>
      <p className="mb-4 text-muted">What a person fills in when they use this action.</p>
      {faulty ? (
        <p className="text-muted">Its arguments cannot be read yet; the problems say why.</p>
      ) : (
        <ArgForm
          args={args}
          draft={{ ...initialDraft(args), ...typed }}
          problems={{}}
          onChange={(name, value) => setTyped({ ...typed, [name]: value })}
        />
      )}
    </section>
  )
}

function useChecked(source: string) {
  const ask = useAsk()
  const rested = useRested(source, 300)
  const completions = useQuery(ask.actions.completions.queryOptions())
  const check = useQuery({
    ...ask.actions.check.queryOptions({ input: { source: rested } }),
    placeholderData: (before) => before,
    gcTime: 0,
  })
  return {
    keys: completions.data?.keys ?? [],
    found: check.data?.diagnostics ?? none,
    args: check.data?.args ?? [],
    /** What was found is of this very text, not of one before it. */
    settled: rested === source && check.data !== undefined && !check.isPlaceholderData,
  }
}

/** The button says it by being disabled; a key would say nothing. */
const sayFaulty = (errors: number) =>
  notify.problem({
    message: `Not saved: ${plural(errors, 'problem has', 'problems have')} to be solved first.`,
    hint: 'They are listed below the text, each with its line.',
  })

/** YAML at the left; at the right what it says, to be changed there too, and the form it makes. */
export function ActionEditor(props: {
  /** Under this name what is typed outlives leaving the editor. */
  readonly draft: string
  readonly source: string
  /** Whether saving makes a new revision of an action that exists. */
  readonly replace: boolean
  readonly onSaved: (name: string) => void
  readonly onCancel: () => void
}) {
  const { client } = useCore()
  const wide = useWide()
  const kept = useKept(`action:${props.draft}`, props.source)
  const source = kept.value
  // The editor holds its text itself, so another text needs another editor.
  const [edition, setEdition] = useState(0)
  const [showForm, setShowForm] = useState(false)
  const { keys, found, args, settled } = useChecked(source)
  const errors = found.filter((one) => one.severity === 'error').length
  // A fault of an earlier text must not swallow a click; saving checks the present one again.
  const faulty = settled && errors > 0
  const save = useCommand(() => client.actions.create({ source, replace: props.replace }), {
    onDone: (action) => {
      kept.forget()
      notify.done(`Saved as revision ${action.revision}`, { hint: action.name })
      props.onSaved(action.name)
    },
    onProblem: () => {},
  })
  const saveNow = () => {
    if (faulty) sayFaulty(errors)
    else if (!save.busy) save.run()
  }
  useShortcuts({ 'mod+s': saveNow })
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1">
        <div role="status">
          {settled ? (
            found.length === 0 ? (
              <span className="flex items-center gap-1.5 text-done">
                <CircleCheck size={14} aria-hidden /> No problems
              </span>
            ) : (
              <StatusMark tone={errors > 0 ? 'failed' : 'waiting'} word={plural(found.length, 'problem')} />
            )
          ) : (
            <span aria-hidden className="text-muted">
              Checking …
            </span>
          )}
        </div>
        {kept.unsaved && <span className="text-muted">Unsaved changes</span>}
        <Spacer />
        {!wide && (
          <Segments
            label="Show"
            value={showForm ? 'form' : 'yaml'}
            onChange={(view) => setShowForm(view === 'form')}
            options={[
              { value: 'yaml', label: 'YAML' },
              { value: 'form', label: 'Form' },
            ]}
          />
        )}
        <Button
          onClick={() => {
            kept.forget()
            props.onCancel()
          }}
        >
          Discard
        </Button>
        <Button variant="primary" shortcut="mod+s" busy={save.busy} disabled={faulty} onClick={saveNow}>
          Save action
        </Button>
      </div>
      {kept.restored && (
        <Restored
          outdated={kept.outdated}
          onDiscard={() => {
            kept.discard()
            setEdition(edition + 1)
          }}
        />
      )}
      {save.problem && (
        <div className="border-b border-line p-3">
          <ProblemState problem={save.problem} />
        </div>
      )}
      <SplitPane
        name="action-editor"
        label="Width of the editor"
        initial={60}
        open={showForm}
        list={
          <div className="flex min-h-0 flex-1 flex-col">
            <Suspense fallback={<Skeleton />}>
              <YamlEditor
                key={edition}
                value={source}
                onChange={kept.change}
                onSave={saveNow}
                diagnostics={found}
                keys={keys}
              />
            </Suspense>
            {found.length > 0 && <Findings found={found} />}
          </div>
        }
        detail={
          <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto bg-panel px-5 py-4">
            <Suspense fallback={<Skeleton />}>
              <ActionFields source={source} onChange={kept.change} found={found} keys={keys} />
            </Suspense>
            <FormBeside args={args} faulty={args.length === 0 && errors > 0 && declaresArgs(source)} />
          </div>
        }
      />
    </div>
  )
}
