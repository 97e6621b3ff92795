import { expect, type Page } from '@playwright/test'

export type PlanTabName = 'Decisions' | 'Changes' | 'Activity' | 'Validations' | 'Inputs' | 'Checkpoints'

export function plan(page: Page) {
  const applying = page.getByRole('dialog', { name: 'Apply changes' })
  const guiding = page.getByRole('dialog', { name: 'Guide this plan' })
  const ending = page.getByRole('dialog', { name: 'Cancel this plan?' })
  const rollingBack = page.getByRole('dialog', { name: /^Roll back to checkpoint/ })
  const correcting = page.getByRole('dialog', { name: 'Correct this decision' })
  const updating = page.getByRole('dialog', { name: 'Bring up to date' })
  const undoing = page.getByRole('dialog', { name: /^Undo the/ })
  const checkpoints = page.getByRole('list', { name: /^Checkpoints/ })
  const button = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name })
  async function giveGuidance(text: string) {
    await guiding.getByRole('textbox', { name: 'Guidance' }).fill(text)
    await guiding.getByRole('button', { name: 'Give guidance' }).click()
    await expect(guiding).toBeHidden()
  }
  return {
    applying,
    ending,
    /** The state in a word, and why. */
    status: page.getByRole('main').getByRole('status').first(),
    phases: page.getByRole('list', { name: 'Phases' }),
    problem: page.getByRole('main').getByRole('alert'),
    button,
    decision: page.getByRole('region', { name: 'Decision', exact: true }),
    tree: page.getByRole('tree', { name: 'Decisions' }),
    changedFiles: page
      .getByRole('tree', { name: 'Changed files' })
      .getByRole('treeitem', { name: /^(Added|Modified|Deleted|Renamed)/ }),
    diff: (path: string) => page.getByRole('region', { name: path, exact: true }),
    activity: page.getByRole('list', { name: /^Activity of/ }),
    writing: page.getByText('Writing…'),
    conflicts: page.getByRole('list', { name: 'Conflicting files' }),
    openTab: (name: PlanTabName) => page.getByRole('tab', { name }).click(),
    tab: (name: PlanTabName) => page.getByRole('tab', { name }),
    async stands(word: string | RegExp) {
      await expect(page.getByRole('main').getByRole('status').first()).toContainText(word)
    },
    async guide(text: string) {
      await button('Guide').click()
      await giveGuidance(text)
    },
    giveGuidance,
    filesToApply: (resource: string) => applying.getByRole('list', { name: `Files in ${resource}` }),
    checkpoints: checkpoints.getByRole('listitem'),
    checkpoint: (number: number) =>
      checkpoints.getByRole('listitem').getByRole('button', { name: new RegExp(`^${number}\\b`) }),
    differing: page.getByRole('list', { name: 'Files that differ' }).getByRole('button'),
    rollingBack,
    rollBackNow: rollingBack.getByRole('button', { name: 'Roll back' }),
    correcting,
    guidance: correcting.getByRole('textbox', { name: 'Guidance' }),
    takenBack: correcting.getByRole('list', { name: 'Decisions taken back' }).getByRole('listitem'),
    updating,
    updateNow: updating.getByRole('button', { name: 'Bring up to date' }),
    undoing,
    undoNow: undoing.getByRole('button', { name: 'Undo' }),
    /** Something of what is seldom wanted. */
    async chooseMore(name: string | RegExp) {
      await button('More').click()
      await page.getByRole('menuitem', { name }).click()
    },
    /** Takes back what a message on the side has just told of. */
    undoInMessage: page.getByRole('region', { name: /^Notifications/ }).getByRole('button', { name: 'Undo' }),
    applyNow: applying.getByRole('button', { name: /^Apply/ }),
    endPlan: ending.getByRole('button', { name: 'Cancel plan' }),
  }
}
