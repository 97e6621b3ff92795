import { expect, type Page } from '@playwright/test'

/** The Changes screen of a plan. */
export function changes(page: Page) {
  const tree = page.getByRole('tree', { name: 'Changed files' })
  const main = page.getByRole('main')
  const rows = main.getByRole('grid').getByRole('row')
  return {
    tree,
    file: (name: string) => tree.getByRole('treeitem', { name }),
    pane: (path: string) => page.getByRole('region', { name: path, exact: true }),
    diff: (path: string) => page.getByRole('grid', { name: `Changes in ${path}` }),
    rows,
    row: (text: string | RegExp) => rows.filter({ hasText: text }),
    hunk: (number: number) => rows.filter({ hasText: new RegExp(`^Hunk ${number}(?!\\d)`) }),
    filter: page.getByRole('textbox', { name: 'Filter files' }),
    viewed: main.getByRole('checkbox', { name: 'Viewed' }),
    layout: (name: 'Unified' | 'Split') => main.getByRole('group', { name: 'Layout' }).getByRole('button', { name }),
    button: (name: string | RegExp) => main.getByRole('button', { name }),
    comment: (line: number) => main.getByRole('article', { name: `Comment on line ${line}` }),
    async say(line: number, text: string) {
      await main.getByRole('textbox', { name: `Comment on line ${line}` }).fill(text)
      await main.getByRole('button', { name: 'Add comment' }).click()
    },
    async open(endpoint: string, planId: string) {
      await page.goto(`${endpoint}/#/plans/${planId}?tab=changes`)
      await expect(tree.getByRole('treeitem').first()).toBeVisible()
    },
    press: (key: string) => page.keyboard.press(key),
  }
}
