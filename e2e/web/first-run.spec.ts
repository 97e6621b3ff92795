import type { Locator } from '@playwright/test'
import { git, healthFiles, newRepository } from '../fixtures/repository.ts'
import { expect, test } from '../fixtures/web.ts'

/** Everything here is done with the keys alone, and nothing is gone to by its address. */
test('a person without a mouse applies the sample plan, registers a repository, writes an action and approves its plan', async ({
  app,
  folder,
  home,
  coreEnv,
}) => {
  // No key of a model is there yet.
  for (const name of Object.keys(coreEnv)) delete coreEnv[name]
  const checkout = newRepository(folder, healthFiles)
  const { actions, frame, inbox, newPlan, page, plan, projects, resources } = app
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const command = async (name: string) => {
    await press('ControlOrMeta+k')
    await expect(frame.palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type(name)
    await expect(frame.palette.getByRole('option').first()).toContainText(name)
    await press('Enter')
  }

  const tabTo = (control: Locator) =>
    expect(async () => {
      await press('Tab')
      await expect(control).toBeFocused({ timeout: 200 })
    }).toPass()

  // The sample plan: from the welcome to the merge.
  await expect(inbox.trySample).toBeVisible()
  await press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await press('Enter', 'Tab')
  await expect(inbox.trySample).toBeFocused()
  await press('Enter')
  await expect(newPlan.preview.getByText('local/sample-repo')).toBeVisible()
  await press('ControlOrMeta+Enter')
  await plan.stands('Waits: approval')
  await press('a')
  await expect(plan.button('Review and apply…')).toBeVisible()
  await press('a')
  await expect(plan.applyNow).toBeFocused()
  await press('Enter')
  await plan.stands('Applied')
  expect(git(`${home}/sample-project`, 'show', 'HEAD:src/parcels.js')).toContain('logger.info(')

  // An own repository, found in the folder browser.
  await command('Register')
  await expect(resources.folder).toBeFocused()
  await press('Tab', 'Enter')
  const foldersIn = (path: string) => resources.dialog.getByRole('list', { name: `Folders in ${path}`, exact: true })
  await expect(foldersIn(home).getByRole('button').first()).toBeFocused()
  await press('Backspace')
  await expect(foldersIn(folder).getByRole('button', { name: 'api-service' })).toBeFocused()
  await press('Enter')
  await expect(resources.folder).toHaveValue(checkout)
  await expect(resources.folder).toBeFocused()
  await expect(resources.register).toBeEnabled()
  await press('Enter')
  await expect(resources.detail('local/api-service')).toBeVisible()
  await command('New project')
  await expect(projects.dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('api')
  await press('Tab', 'Tab')
  await expect(projects.dialog.getByRole('checkbox', { name: 'local/api-service' })).toBeFocused()
  await press('Space', 'Enter')
  await expect(projects.detail('local/api')).toBeVisible()

  // An action, begun from what the editor holds: it offers keys, names a fault and says what was meant.
  await command('New action')
  await expect(actions.editor).toBeFocused()
  await press('ControlOrMeta+End', 'a')
  const profileKey = actions.offered.filter({ hasText: 'automation_profile' })
  // It takes keys once it has stood for a moment, so that nobody takes what they have not seen.
  await expect(async () => {
    await press('ArrowDown')
    await expect(profileKey).toHaveAttribute('aria-selected', 'true', { timeout: 200 })
  }).toPass()
  await press('Enter')
  await page.keyboard.type('superviced')
  await expect(actions.problems.first()).toContainText('supervised')
  await press('Backspace', 'Backspace', 'Backspace')
  await page.keyboard.type('sed')
  await expect(actions.noProblems).toBeVisible()
  await press('ControlOrMeta+s')
  await expect(actions.detail('local/rename-call')).toBeVisible()

  // Its plan, approved in the Inbox.
  await press('u')
  await expect(newPlan.action).toBeFocused()
  await tabTo(newPlan.project('local/api'))
  await press('Space')
  await tabTo(newPlan.arg('pattern'))
  await page.keyboard.type('check()')
  await tabTo(newPlan.arg('rewrite'))
  await page.keyboard.type('check(timeout=1)')
  const language = newPlan.args.getByRole('combobox', { name: 'language' })
  await tabTo(language)
  await press('Enter')
  await expect(page.getByRole('option', { name: 'python' })).toBeVisible()
  await press('p', 'Enter')
  await expect(language).toHaveText('python')
  await press('ControlOrMeta+Enter')
  await plan.stands('Waits: approval')
  await press('g', 'i')
  await expect(inbox.approve('Approve strategy')).toBeVisible()
  await press('a')
  await expect(inbox.approve('Review and apply…')).toBeVisible()
  await press('a')
  await expect(plan.applyNow).toBeFocused()
  await press('Enter')
  await expect(frame.said('The changes are applied')).toBeVisible()
  await expect(inbox.nothing).toBeVisible()
  expect(git(checkout, 'show', 'HEAD:src/health.py')).toContain('check(timeout=1)')
})
