import type { Page } from '@playwright/test'

export function inbox(page: Page) {
  const answer = page.getByRole('region', { name: 'Waiting item' })
  return {
    answer,
    trySample: page.getByRole('link', { name: 'Try it on the sample project' }),
    nothing: page.getByRole('heading', { name: 'Nothing waits for you' }),
    /** One waiting item of the list. */
    item: (text: string | RegExp) => page.getByRole('main').getByRole('listitem').getByRole('button', { name: text }),
    selected: page.getByRole('main').locator('[aria-current=true]'),
    option: (text: string) => answer.getByRole('radio', { name: text }),
    chooseThis: answer.getByRole('button', { name: 'Choose this' }),
    approveProposal: answer.getByRole('button', { name: 'Approve proposal' }),
    approve: (label: string | RegExp) => answer.getByRole('button', { name: label }),
    openPlan: answer.getByRole('link', { name: 'Open plan' }),
    decisions: answer.getByRole('list', { name: 'Decisions' }),
    files: answer.getByRole('list', { name: 'Changed files' }),
    /** What was applied in the last day. */
    lately: page.getByRole('region', { name: 'Applied lately' }),
    /** Something of what is seldom wanted. */
    async chooseMore(name: string) {
      await answer.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name }).click()
    },
    /** One of those that a step back is offered for. */
    pick: (list: string, name: string | RegExp) =>
      page.getByRole('dialog').getByRole('list', { name: list }).getByRole('button', { name }),
  }
}
