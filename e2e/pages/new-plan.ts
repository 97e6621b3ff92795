import { expect, type Page } from '@playwright/test'
import { choose } from './frame.ts'

export function newPlan(page: Page) {
  const step = (title: string) => page.getByRole('region', { name: title })
  const args = step('Arguments')
  return {
    args,
    action: step('Action').getByRole('combobox'),
    project: (name: string) => step('Projects').getByRole('checkbox', { name }),
    create: page.getByRole('button', { name: 'Create plan' }),
    preview: page.getByRole('complementary', { name: 'What will happen' }),
    arg: (name: string) => args.getByRole('textbox', { name }),
    /** What is wrong with one arg, shown at its field. */
    problem: (text: string) => args.getByRole('alert').filter({ hasText: text }),
    async chooseAction(name: string) {
      await choose(page, step('Action').getByRole('combobox'), name)
      await expect(args).toBeVisible()
    },
    chooseProject: (name: string) => step('Projects').getByRole('checkbox', { name }).check(),
    chooseProfile: (name: string) => choose(page, page.getByRole('combobox', { name: 'Automation profile' }), name),
  }
}
