import { expect, type Page } from '@playwright/test'

export function projects(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'New project' })
  const detail = (name: string) => page.getByRole('region', { name: `Project ${name}` })
  return {
    dialog,
    detail,
    list: page.getByRole('list', { name: 'Projects' }),
    async create(name: string, resources: readonly string[]) {
      await page.getByRole('button', { name: 'New project' }).click()
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
      for (const resource of resources) await dialog.getByRole('checkbox', { name: resource }).check()
      await dialog.getByRole('button', { name: 'Create project' }).click()
      await expect(detail(name.includes('/') ? name : `local/${name}`)).toBeVisible()
    },
    newPlan: page.getByRole('link', { name: 'New plan' }),
  }
}
