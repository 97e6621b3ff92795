import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The editor in the application's own colours, which follow the theme by themselves. */
export const editorTheme = [
  EditorView.theme({
    '&': { height: '100%', fontSize: '12px', backgroundColor: 'var(--gray-1)', color: 'var(--gray-12)' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '18px' },
    '.cm-content': { padding: '8px 0', caretColor: 'var(--gray-12)' },
    '.cm-cursor': { borderLeftColor: 'var(--gray-12)' },
    '.cm-gutters': { backgroundColor: 'var(--gray-1)', color: 'var(--gray-9)', border: 'none' },
    '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--gray-2)' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
      backgroundColor: 'var(--accent-selected)',
    },
    '.cm-tooltip': {
      backgroundColor: 'var(--gray-1)',
      border: 'none',
      borderRadius: '6px',
      boxShadow: 'var(--shadow-float)',
      color: 'var(--gray-12)',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', maxHeight: '16em' },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
    '.cm-tooltip-autocomplete ul li[aria-selected]': {
      backgroundColor: 'var(--accent-selected)',
      color: 'var(--gray-12)',
    },
    '.cm-completionDetail': { color: 'var(--gray-11)', fontStyle: 'normal' },
    '.cm-key-help': { padding: '6px 8px', fontFamily: 'var(--font-sans)', maxWidth: '26rem' },
    '.cm-tooltip.cm-completionInfo': { padding: '6px 8px', fontFamily: 'var(--font-sans)', maxWidth: '22rem' },
    // The library's own marks are pictures in colours of their own.
    '.cm-lint-marker': {
      content: 'normal',
      width: '7px',
      height: '7px',
      margin: '5.5px 3px',
      borderRadius: '50%',
      backgroundColor: 'var(--gray-9)',
    },
    '.cm-lint-marker-error': { content: 'normal', backgroundColor: 'var(--failed-solid)' },
    '.cm-lint-marker-warning': { content: 'normal', backgroundColor: 'var(--waiting-text)' },
    '.cm-lintRange': { backgroundImage: 'none', textDecoration: 'underline wavy 1px', textUnderlineOffset: '3px' },
    '.cm-lintRange-error': { backgroundImage: 'none', textDecorationColor: 'var(--failed-text)' },
    '.cm-lintRange-warning': { backgroundImage: 'none', textDecorationColor: 'var(--waiting-text)' },
    '.cm-diagnostic': { padding: '4px 8px', fontFamily: 'var(--font-sans)' },
    '.cm-diagnostic-error': { borderLeftColor: 'var(--failed-text)' },
    '.cm-diagnostic-warning': { borderLeftColor: 'var(--waiting-text)' },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent-text)' },
      { tag: [tags.string, tags.special(tags.string)], color: 'var(--done-text)' },
      { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: 'var(--waiting-text)' },
      { tag: tags.comment, color: 'var(--gray-11)', fontStyle: 'italic' },
      { tag: [tags.punctuation, tags.separator, tags.meta], color: 'var(--gray-11)' },
    ]),
  ),
]
