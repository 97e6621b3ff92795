import { git, healthFiles, newRepository } from '../fixtures/repository.ts'
import { expect, test } from '../fixtures/web.ts'

/** Everything here is done with the keys alone, and nothing is gone to by its address. */
test('a person without a mouse applies the sample plan, registers a repository and makes its project', async ({
  app,
  folder,
  home,
  coreEnv,
}) => {
  // No key of a model is there yet.
  for (const name of Object.keys(coreEnv)) delete coreEnv[name]
  const checkout = newRepository(folder, healthFiles)
  const { frame, inbox, newPlan, page, plan, projects, resources } = app
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
})
