import { expect, type Page } from '@playwright/test'
import { choose } from './frame.ts'

/** Invariants and validations, which stand on several screens. */
export function checks(page: Page) {
  const main = page.getByRole('main')
  const form = main.getByRole('form', { name: 'New invariant' })
  const add = main.getByRole('button', { name: 'Add invariant' })
  const waiving = page.getByRole('dialog', { name: 'Waive this invariant?' })
  const adding = page.getByRole('dialog', { name: 'New validation' })
  const invariants = main.getByRole('list', { name: 'Invariants' })
  const validations = main.getByRole('list', { name: 'Validations' })
  return {
    form,
    waiving,
    adding,
    invariant: (text: string) => invariants.getByRole('listitem').filter({ hasText: text }),
    validation: (name: string) => validations.getByRole('listitem').filter({ hasText: name }),
    failing: main.getByRole('list', { name: 'Failing validations' }),
    detail: main.getByRole('region', { name: 'Validation', exact: true }),
    waivedAtApply: page.getByRole('dialog').getByRole('list', { name: 'Waived invariants' }),
    runNow: main.getByRole('button', { name: 'Run now' }),
    waive: main.getByRole('button', { name: 'Waive…' }),
    remove: (text: string) => main.getByRole('button', { name: `Remove invariant: ${text}` }),
    undo: page.getByRole('region', { name: /^Notifications/ }).getByRole('button', { name: 'Undo' }),
    add,
    newValidation: main.getByRole('button', { name: 'New validation' }),
    async addInvariant(rule: {
      readonly text: string
      readonly never?: string
      readonly asksAbout?: string
      readonly locked?: boolean
    }) {
      await add.click()
      await form.getByRole('textbox', { name: 'Rule' }).fill(rule.text)
      if (rule.never) await form.getByRole('textbox', { name: 'These paths never change' }).fill(rule.never)
      if (rule.asksAbout) {
        await choose(page, form.getByRole('combobox', { name: 'Ask a person' }), 'About some')
        await form.getByRole('textbox', { name: 'About changes in' }).fill(rule.asksAbout)
      }
      if (rule.locked) await form.getByRole('checkbox', { name: 'Cannot be set aside' }).check()
      await form.getByRole('button', { name: 'Add' }).click()
      await expect(form).toBeHidden()
    },
    async addValidation(name: string, command: string) {
      await main.getByRole('button', { name: 'New validation' }).click()
      await adding.getByRole('textbox', { name: 'Name' }).fill(name)
      await adding.getByRole('textbox', { name: 'Command' }).fill(command)
      await adding.getByRole('textbox', { name: 'Command' }).press('Enter')
      await expect(adding).toBeHidden()
    },
    async waiveBecause(reason: string) {
      await waiving.getByRole('textbox', { name: 'Reason' }).fill(reason)
      await waiving.getByRole('button', { name: 'Waive for this plan' }).press('Enter')
      await expect(waiving).toBeHidden()
    },
  }
}
