import { alternatives, question, unsure } from '../fixtures/health-model.ts'
import { fixHealth, healthProject, rested } from '../fixtures/arrange.ts'
import { git, healthFiles, writeFiles } from '../fixtures/repository.ts'
import { expect, test } from '../fixtures/web.ts'

/** What a person meets who uses the program for the first time. */

test('the answer that is picked is the one that is given, by every button and key', async ({
  app,
  core,
  folder,
  models,
}) => {
  models.setScenario(unsure)
  await healthProject(core.client, folder)
  const { plan_id } = await fixHealth(core.client)
  await rested(core.client, plan_id)
  await app.page.goto(`${core.endpoint}/#/plans/${plan_id}?tab=changes`)
  // From elsewhere the step leads to the alternatives, and answers nothing.
  await app.plan.button('Decide…').click()
  await expect(app.plan.decision.getByRole('heading', { name: question })).toBeVisible()
  await expect(app.plan.button('Decide…')).toBeHidden()
  await app.plan.decision.getByRole('radio', { name: alternatives[2] }).check()
  await app.page.keyboard.press('a')
  await app.plan.stands('Waits: approval')
  const { nodes } = await core.client.plans.tree({ plan_id })
  expect(nodes.find((node) => node.question === question)?.chosen).toBe(alternatives[2])
})

test('guidance that is refused stays in its dialog, beside the reason', async ({ app, core, folder }) => {
  await healthProject(core.client, folder)
  const { plan_id } = await fixHealth(core.client, 'manual')
  await app.page.goto(`${core.endpoint}/#/plans/${plan_id}`)
  await app.plan.button('Guide').click()
  const dialog = app.page.getByRole('dialog', { name: 'Guide this plan' })
  const text = dialog.getByRole('textbox', { name: 'Guidance' })
  await text.fill('Keep the format as it is.')
  await core.client.plans.cancel({ plan_id })
  await dialog.getByRole('button', { name: 'Give guidance' }).click()
  await expect(dialog.getByRole('alert')).toContainText('cancelled')
  await expect(text).toHaveValue('Keep the format as it is.')
})

test('a conflict with what is committed says so, shows the plan’s side and can be looked at again', async ({
  app,
  core,
  folder,
}) => {
  const repository = await healthProject(core.client, folder)
  const { plan_id } = await fixHealth(core.client, 'trusted')
  await rested(core.client, plan_id)
  writeFiles(repository, {
    'src/health.py': healthFiles['src/health.py']!.replace('    check()', '    check(retry=True)'),
  })
  await app.page.goto(`${core.endpoint}/#/plans/${plan_id}`)
  await app.plan.button('Review and apply…').click()
  await expect(app.plan.conflicts).toContainText('your uncommitted edits')
  await expect(app.plan.applying).toContainText('stash or undo')
  git(repository, 'commit', '-qam', 'Retry')
  await app.plan.applying.getByRole('button', { name: 'Look again' }).click()
  await expect(app.plan.conflicts).toContainText('committed meanwhile')
  await expect(app.plan.applying).not.toContainText('stash')
  await expect(app.plan.applying.getByRole('button', { name: 'Guide…' })).toBeVisible()
  git(repository, 'reset', '-q', '--hard', 'HEAD^')
  await app.plan.applying.getByRole('button', { name: 'Look again' }).press('Enter')
  // The step has the focus as soon as it can be taken.
  await expect(app.plan.applyNow).toBeFocused()
  await app.page.keyboard.press('Enter')
  await app.plan.stands('Applied')
})

test('what was typed survives leaving the screen and a reload, until it is discarded', async ({
  app,
  core,
  folder,
}) => {
  await healthProject(core.client, folder)
  const { page } = app
  await page.goto(`${core.endpoint}/#/actions/new`)
  await app.actions.typeAtEnd('# my own words')
  await app.frame.goTo('Plans')
  await page.goto(`${core.endpoint}/#/actions/new`)
  await expect(page.getByText('Restored unsaved changes')).toBeVisible()
  await expect(app.actions.editor).toContainText('# my own words')
  await page.reload()
  await expect(app.actions.editor).toContainText('# my own words')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(app.actions.editor).not.toContainText('# my own words')

  await page.goto(`${core.endpoint}/#/plans/new?action=local%2Ffix-bug&project=%5B%22local%2Fapi%22%5D`)
  await app.newPlan.arg('bug_description').fill('The report has no total.')
  await app.frame.goTo('Inbox')
  await page.keyboard.press('n')
  await expect(page.getByText('Restored unsaved changes')).toBeVisible()
  await expect(app.newPlan.arg('bug_description')).toHaveValue('The report has no total.')
  await app.newPlan.create.click()
  await expect(app.plan.phases).toBeVisible()
  await page.keyboard.press('n')
  await expect(app.newPlan.args).toBeHidden()
})

test('the keyboard is never lost between two screens', async ({ app, core, folder }) => {
  await healthProject(core.client, folder)
  const { page } = app
  const picker = page.getByRole('combobox', { name: 'Action' })
  await page.keyboard.press('ControlOrMeta+k')
  await app.frame.palette.getByRole('combobox').fill('new plan')
  await page.keyboard.press('Enter')
  await expect(picker).toBeFocused()
  // Letters search in the list; none of them is a shortcut that leads away.
  await page.keyboard.type('bug')
  await expect(page.getByRole('option').first()).toContainText('local/fix-bug')
  await page.keyboard.press('Enter')
  await expect(picker).toHaveValue('local/fix-bug')
  await expect(picker).toBeFocused()
  await page.keyboard.type('rew')
  await expect(page.getByRole('option').first()).toContainText('local/rewrite-pattern')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/plans\/new/)
  await app.newPlan.chooseProject('local/api')
  await app.newPlan.chooseProfile('manual')
  await app.newPlan.arg('bug_description').fill('The report has no total.')
  await app.newPlan.create.focus()
  await page.keyboard.press('Enter')
  await expect(app.plan.phases).toBeVisible()
  await expect(app.frame.main).toBeFocused()
  await app.frame.side.getByRole('link', { name: /^Plans/ }).focus()
  await page.keyboard.press('Enter')
  await expect(app.frame.main).toBeFocused()
  await page.keyboard.press('n')
  await expect(picker).toBeFocused()
})

test('a core that has ended is said to have ended, with what to do', async ({ app, core, expectedErrors }) => {
  expectedErrors.push(/WebSocket connection|ERR_CONNECTION_REFUSED/)
  await app.frame.goTo('Plans')
  await core.stop()
  await expect(app.frame.reconnecting).toBeVisible()
  await expect(app.page.getByText('agents serve')).toBeVisible({ timeout: 30_000 })
  await expect(app.page.getByText('The core has ended')).toBeVisible()
})

test('a plan that failed can be cancelled where it is told of, and counts the same everywhere', async ({
  app,
  core,
  folder,
  models,
}) => {
  models.setScenario({ strategize: [{ text: 'Sorry, I cannot help with that.' }] })
  await healthProject(core.client, folder)
  const { plan_id, title } = await fixHealth(core.client, 'trusted', 'The report has no total.')
  expect(title).toMatch(/^The report has no total\. · /)
  await rested(core.client, plan_id)
  await expect(app.page.getByRole('link', { name: '1 needs you' })).toHaveAttribute('title', /^1 failed/)
  await app.inbox.answer.getByRole('button', { name: 'More' }).press('Enter')
  await app.page.getByRole('menuitem', { name: 'Cancel plan…' }).press('Enter')
  await app.plan.endPlan.press('Enter')
  await expect(app.inbox.nothing).toBeVisible()
  // Nothing is left to stand on but the screen itself.
  await expect(app.frame.main).toBeFocused()
  await expect(app.page.getByRole('main').getByRole('link', { name: 'New plan' })).toBeVisible()
  await expect(app.page.getByRole('link', { name: '0 need you' })).toBeVisible()
})
