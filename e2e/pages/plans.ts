import type { Page } from '@playwright/test'

export function plans(page: Page) {
  const table = page.getByRole('table', { name: 'Plans' })
  return {
    table,
    /** What can be done with the marked plans. */
    selected: page.getByRole('group', { name: 'Selected plans' }),
    row: (title: string | RegExp) => table.getByRole('row', { name: title }),
    open: (title: string | RegExp) => table.getByRole('link', { name: title }).first().click(),
    newPlan: page.getByRole('main').getByRole('link', { name: 'New plan' }),
    filter: (label: string) =>
      page.getByRole('navigation', { name: 'Filter by state' }).getByRole('link', { name: label }),
  }
}
