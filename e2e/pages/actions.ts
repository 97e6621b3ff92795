import type { Page } from '@playwright/test'

export function actions(page: Page) {
  const editor = page.getByRole('textbox', { name: 'Action as YAML' })
  const details = page.getByRole('region', { name: 'Details of the action' })
  return {
    editor,
    list: page.getByRole('list', { name: 'Actions' }),
    newAction: page.getByRole('link', { name: 'New action' }),
    problems: page.getByRole('list', { name: 'Problems' }).getByRole('listitem'),
    noProblems: page.getByText('No problems'),
    /** Completions offered at the cursor. */
    offered: page.getByRole('option'),
    form: page.getByRole('region', { name: 'Form of the action' }),
    details,
    /** What a key means, over it. */
    keyHelp: page.locator('.cm-key-help'),
    save: page.getByRole('button', { name: 'Save action' }),
    detail: (name: string) => page.getByRole('region', { name: `Action ${name}` }),
    use: page.getByRole('link', { name: 'Use' }),
    /** Takes one of the actors that are offered under its field. */
    async pickActor(field: string, name: string) {
      await details.getByRole('combobox', { name: field }).fill(name.slice(0, 10))
      await page.getByRole('option', { name }).click()
    },
    async replaceText(text: string) {
      await editor.focus()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.insertText(text)
    },
    /** Types at the end, key by key, as a person who gets completions. */
    async typeAtEnd(text: string) {
      await editor.focus()
      await page.keyboard.press('ControlOrMeta+End')
      await page.keyboard.type(text)
    },
  }
}
