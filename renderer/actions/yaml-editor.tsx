import { autocompletion, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { lintGutter, setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import type { DiagnosticView } from '@shared/contract/actions'
import { useEffect, useEffectEvent, useRef } from 'react'
import { completeFrom, type CompletionKey } from './complete'
import { editorTheme } from './editor-theme'
import { placeDiagnostics } from './place-diagnostics'

function open(
  parent: HTMLElement,
  value: string,
  events: {
    readonly change: (value: string) => void
    readonly save: () => void
    readonly keys: () => readonly CompletionKey[]
  },
) {
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: value,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        indentOnInput(),
        bracketMatching(),
        indentUnit.of('  '),
        yaml(),
        lintGutter(),
        EditorView.lineWrapping,
        autocompletion({ icons: false, override: [(context) => completeFrom(context, events.keys())] }),
        keymap.of([
          { key: 'Mod-s', preventDefault: true, run: () => (events.save(), true) },
          ...completionKeymap,
          ...historyKeymap,
          ...defaultKeymap,
          indentWithTab,
        ]),
        EditorView.contentAttributes.of({ 'aria-label': 'Action as YAML', 'aria-multiline': 'true' }),
        EditorView.updateListener.of((update) => update.docChanged && events.change(update.state.doc.toString())),
        ...editorTheme,
      ],
    }),
  })
}

/** A YAML editor with completion and marks at the places of `diagnostics`. Escape, then Tab, leaves it. */
export default function YamlEditor(props: {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onSave: () => void
  readonly diagnostics: readonly DiagnosticView[]
  readonly keys: readonly CompletionKey[]
}) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const change = useEffectEvent((value: string) => props.onChange(value))
  const save = useEffectEvent(() => props.onSave())
  const keys = useEffectEvent(() => props.keys)
  const initial = useEffectEvent(() => props.value)
  useEffect(() => {
    if (!host.current) return undefined
    const editor = open(host.current, initial(), { change, save, keys })
    view.current = editor
    return () => {
      view.current = null
      editor.destroy()
    }
  }, [])
  useEffect(() => {
    const editor = view.current
    if (editor) editor.dispatch(setDiagnostics(editor.state, placeDiagnostics(editor.state.doc, props.diagnostics)))
  }, [props.diagnostics])
  return <div ref={host} className="min-h-0 flex-1 overflow-hidden" />
}
