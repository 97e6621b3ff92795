import { autocompletion, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { lintGutter, setDiagnostics } from '@codemirror/lint'
import { EditorState, Prec } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from '@codemirror/view'
import type { DiagnosticView } from '@shared/contract/actions'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Kbd } from '../ui'
import { completeFrom, type CompletionKey, keyOnLine } from './complete'
import { changeBetween } from './edit-yaml'
import { editorTheme } from './editor-theme'
import { placeDiagnostics } from './place-diagnostics'

const wayOutMs = 5000

/** Escape lets the next Tab leave the editor, also where Escape has first closed the list of what could be written. */
const wayOut = Prec.highest(
  EditorView.domEventHandlers({
    keydown: (event, view) => {
      if (event.key === 'Escape') view.setTabFocusMode(wayOutMs)
      return false
    },
  }),
)

/** Over a key: what it means. */
const keyHelp = (keys: () => readonly CompletionKey[]) =>
  hoverTooltip((view, pos) => {
    const line = view.state.doc.lineAt(pos)
    const found = keyOnLine(keys(), view.state.doc.toString().split('\n'), line.number - 1)
    const from = found ? line.from + line.text.indexOf(found.key) : -1
    if (!found || pos < from || pos > from + found.key.length) return null
    return {
      pos: from,
      end: from + found.key.length,
      above: true,
      create: () => {
        const dom = document.createElement('div')
        dom.className = 'cm-key-help'
        const head = dom.appendChild(document.createElement('strong'))
        head.textContent = `${found.key}: ${found.type}${found.required ? ', required' : ''}`
        dom.append(` ${found.description}`)
        return { dom }
      },
    }
  })

function open(
  parent: HTMLElement,
  value: string,
  events: {
    readonly change: (value: string) => void
    readonly save: () => void
    readonly keys: () => readonly CompletionKey[]
    readonly at: (line: number) => void
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
        keyHelp(events.keys),
        wayOut,
        keymap.of([
          { key: 'Mod-s', preventDefault: true, run: () => (events.save(), true) },
          ...completionKeymap,
          ...historyKeymap,
          ...defaultKeymap,
          indentWithTab,
        ]),
        EditorView.contentAttributes.of({
          'aria-label': 'Action as YAML',
          'aria-multiline': 'true',
          'data-first-field': '',
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) events.change(update.state.doc.toString())
          if (update.docChanged || update.selectionSet)
            events.at(update.state.doc.lineAt(update.state.selection.main.head).number - 1)
        }),
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
  const [line, setLine] = useState(0)
  const help = useMemo(() => keyOnLine(props.keys, props.value.split('\n'), line), [props.keys, props.value, line])
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const change = useEffectEvent((value: string) => props.onChange(value))
  const save = useEffectEvent(() => props.onSave())
  const keys = useEffectEvent(() => props.keys)
  const initial = useEffectEvent(() => props.value)
  useEffect(() => {
    if (!host.current) return undefined
    const editor = open(host.current, initial(), { change, save, keys, at: setLine })
    view.current = editor
    return () => {
      view.current = null
      editor.destroy()
    }
  }, [])
  useEffect(() => {
    const editor = view.current
    const now = editor?.state.doc.toString()
    // A form beside it changed the text.
    if (editor && now !== undefined && now !== props.value)
      editor.dispatch({ changes: changeBetween(now, props.value) })
  }, [props.value])
  useEffect(() => {
    const editor = view.current
    if (editor) editor.dispatch(setDiagnostics(editor.state, placeDiagnostics(editor.state.doc, props.diagnostics)))
  }, [props.diagnostics])
  return (
    <>
      <div ref={host} className="min-h-0 flex-1 overflow-hidden" />
      <p
        role="note"
        aria-label="Help for the line"
        className="min-h-7 shrink-0 border-t border-line bg-panel px-4 py-1 text-sm text-muted"
      >
        {help ? (
          <>
            <span className="mono text-ink">{help.key}</span> {help.type}
            {help.required && ', required'}. {help.description}
            {help.values.length > 0 && ` One of ${help.values.join(', ')}.`}
          </>
        ) : (
          <>
            <Kbd keys="ctrl+Space" /> lists what can stand here; <Kbd keys="Esc" /> then <Kbd keys="Tab" /> leaves the
            editor.
          </>
        )}
      </p>
    </>
  )
}
