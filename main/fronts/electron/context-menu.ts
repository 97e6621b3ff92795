import {
  BrowserWindow,
  type ContextMenuParams,
  Menu,
  type MenuItemConstructorOptions,
  type WebContents,
} from 'electron'

export type ContextMenuActions = {
  readonly replaceWith: (word: string) => void
  readonly learn: (word: string) => void
}

type Params = Pick<
  ContextMenuParams,
  'isEditable' | 'selectionText' | 'misspelledWord' | 'dictionarySuggestions' | 'editFlags'
>

/** What the right button offers: corrections for a misspelt word, and what can be done with text. Empty: no menu. */
export function contextMenuTemplate(params: Params, { replaceWith, learn }: ContextMenuActions) {
  const { isEditable, misspelledWord, dictionarySuggestions, editFlags } = params
  const items: MenuItemConstructorOptions[] = []
  if (isEditable && misspelledWord !== '') {
    if (dictionarySuggestions.length === 0) items.push({ label: 'No suggestions', enabled: false })
    for (const word of dictionarySuggestions.slice(0, 5)) items.push({ label: word, click: () => replaceWith(word) })
    items.push({ type: 'separator' })
    items.push({ label: `Add “${misspelledWord}” to the dictionary`, click: () => learn(misspelledWord) })
    items.push({ type: 'separator' })
  }
  if (isEditable) {
    items.push({ role: 'undo', enabled: editFlags.canUndo }, { role: 'redo', enabled: editFlags.canRedo })
    items.push({ type: 'separator' }, { role: 'cut', enabled: editFlags.canCut })
  }
  if (isEditable || params.selectionText.trim() !== '') items.push({ role: 'copy', enabled: editFlags.canCopy })
  if (isEditable) items.push({ role: 'paste', enabled: editFlags.canPaste })
  if (items.length > 0) items.push({ role: 'selectAll', enabled: editFlags.canSelectAll })
  return items
}

/** The menu of the right button, with corrections for misspelt words. */
export function offerContextMenu(contents: WebContents): void {
  contents.on('context-menu', (_event, params) => {
    const items = contextMenuTemplate(params, {
      replaceWith: (word) => contents.replaceMisspelling(word),
      learn: (word) => contents.session.addWordToSpellCheckerDictionary(word),
    })
    const window = BrowserWindow.fromWebContents(contents)
    if (items.length > 0 && window !== null) Menu.buildFromTemplate(items).popup({ window })
  })
}
