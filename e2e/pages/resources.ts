import type { Page } from '@playwright/test'

export function resources(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Register a resource' })
  const folder = dialog.getByRole('textbox', { name: 'Folder' })
  const register = dialog.getByRole('button', { name: 'Register' })
  return {
    dialog,
    folder,
    register,
    name: dialog.getByRole('textbox', { name: 'Name' }),
    type: dialog.getByRole('combobox', { name: 'Type' }),
    branch: dialog.getByRole('combobox', { name: 'Branch' }),
    browse: dialog.getByRole('button', { name: 'Browse…' }),
    problem: dialog.getByRole('alert'),
    list: page.getByRole('list', { name: 'Resources' }),
    detail: (name: string) => page.getByRole('region', { name: `Resource ${name}` }),
    /** Says that reading is over, and how much was found. */
    discovered: page.getByText(/\d+ things discovered/),
    openDialog: () => page.getByRole('button', { name: /^Register/ }).click(),
  }
}
