import { AxeBuilder } from '@axe-core/playwright'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fixHealth, healthProject, rested } from '../fixtures/arrange.ts'
import { decide, editHealth, finishStrategy, question, slow, sure, unsure } from '../fixtures/health-model.ts'
import { git, stateOf, writeFiles } from '../fixtures/repository.ts'
import { expect, test } from '../fixtures/web.ts'

const openPlan = (page: { goto(url: string): Promise<unknown> }, endpoint: string, planId: string, rest = '') =>
  page.goto(`${endpoint}/#/plans/${planId}${rest}`)

test('a conflict is refused with its files listed, shows both sides, and is applied once it is brought up to date', async ({
  app,
  core,
  folder,
}) => {
  const checkout = await healthProject(core.client, folder)
  const { plan_id } = await fixHealth(core.client, 'trusted')
  await rested(core.client, plan_id)
  writeFiles(checkout, { 'src/health.py': 'def health():\n    return {"status": "rewritten"}\n' })
  git(checkout, 'commit', '-qam', 'Meanwhile')
  const before = stateOf(checkout)
  await openPlan(app.page, core.endpoint, plan_id)
  await app.plan.button('Review and apply…').click()
  await expect(app.plan.conflicts.getByRole('listitem')).toHaveCount(1)
  await expect(app.plan.conflicts).toContainText('src/health.py')
  await expect(app.plan.applyNow).toBeHidden()
  expect(stateOf(checkout)).toEqual(before)
  // Both sides are shown, the person chooses, and the same plan applies on what came meanwhile.
  await app.plan.applying.getByRole('button', { name: 'Bring up to date…' }).click()
  const file = app.plan.updating.getByRole('region', { name: 'src/health.py', exact: true })
  await expect(file.getByRole('group', { name: 'There now' })).toContainText('rewritten')
  await expect(file.getByRole('group', { name: 'The plan’s' })).toContainText('degraded')
  await expect(app.plan.updateNow).toBeDisabled()
  expect((await new AxeBuilder({ page: app.page }).setLegacyMode(true).analyze()).violations).toEqual([])
  await file.getByRole('radio', { name: 'Keep the plan’s version' }).check()
  await app.plan.updateNow.click()
  await expect(app.plan.updating).toBeHidden()
  expect(stateOf(checkout).head).toBe(before.head)
  await app.plan.button('Review and apply…').click()
  await app.plan.applyNow.click()
  await app.plan.stands('Applied')
  expect(readFileSync(join(checkout, 'src/health.py'), 'utf8')).toContain('degraded')
})

test('edits in other lines survive an apply, in the same lines they refuse it', async ({ app, core, folder }) => {
  const checkout = await healthProject(core.client, folder)
  const { plan_id } = await fixHealth(core.client, 'trusted')
  await rested(core.client, plan_id)
  writeFiles(checkout, {
    'src/health.py': 'from db import check\n\n\ndef health():\n    check(1)\n    return {"status": "ok"}\n',
  })
  const before = stateOf(checkout)
  await openPlan(app.page, core.endpoint, plan_id)
  await app.plan.button('Review and apply…').click()
  await expect(app.plan.conflicts).toContainText('src/health.py')
  expect(stateOf(checkout)).toEqual(before)
  git(checkout, 'checkout', '-q', '.')
  writeFiles(checkout, { 'README.md': '# API service, edited\n', 'notes.txt': 'mine\n' })
  await app.page.keyboard.press('Escape')
  await app.plan.button('Review and apply…').click()
  await app.plan.applyNow.click()
  await app.plan.stands('Applied')
  expect(git(checkout, 'status', '--porcelain')).toBe('M README.md\n?? notes.txt')
})

test('stop keeps what was done, resume goes on with it', async ({ app, core, folder, models }) => {
  models.setScenario(slow)
  await healthProject(core.client, folder)
  const { plan_id } = await fixHealth(core.client, 'full-auto')
  await openPlan(app.page, core.endpoint, plan_id)
  await app.plan.stands('Executing')
  await models.pace.advance(2)
  await app.plan.button('Stop').click()
  await app.plan.stands('Waits: stopped')
  models.setScenario(sure)
  await app.plan.button('Resume').click()
  await app.plan.stands('Applied')
})

test('cancel leaves nothing behind', async ({ app, core, folder, home }) => {
  const checkout = await healthProject(core.client, folder)
  const before = stateOf(checkout)
  const { plan_id } = await fixHealth(core.client, 'trusted')
  expect((await rested(core.client, plan_id)).files_modified).toBe(1)
  await openPlan(app.page, core.endpoint, plan_id)
  await app.plan.button('Cancel plan').click()
  await expect(app.plan.ending).toContainText('1 changed file')
  await app.plan.endPlan.click()
  await app.plan.stands('Cancelled')
  await expect.poll(() => stateOf(checkout)).toEqual(before)
  expect(
    readdirSync(join(home, 'sandboxes'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile()),
  ).toEqual([])
})

test('guidance answers a waiting decision, which is decided anew', async ({ app, core, folder, models }) => {
  models.setScenario({ ...sure, strategize: [decide(0.4), decide(0.9, { chosen: 'Answer 503' }), finishStrategy] })
  await healthProject(core.client, folder)
  const { plan_id } = await fixHealth(core.client)
  await openPlan(app.page, core.endpoint, plan_id)
  await app.plan.stands('Waits: decision')
  await app.plan.guide('Answer 503 with Retry-After.')
  await app.plan.stands('Waits: approval')
  expect(JSON.stringify(models.requests.at(-1)?.body)).toContain('Answer 503 with Retry-After.')
  await app.page.getByRole('checkbox', { name: /Show 1 superseded/ }).check()
  await expect(app.plan.tree.getByRole('treeitem', { name: /Superseded/ })).toHaveCount(1)
})

test('an errored plan shows the raw answer and can be tried again', async ({ app, core, folder, models }) => {
  models.setScenario({ strategize: [{ text: 'Sorry, I cannot help with that.' }] })
  await healthProject(core.client, folder)
  const { plan_id } = await fixHealth(core.client, 'trusted')
  await app.inbox.item(/answered without a decision/).click()
  await app.inbox.answer.getByText('What the model answered').click()
  await expect(app.inbox.answer.getByText('Sorry, I cannot help with that.')).toBeVisible()
  await openPlan(app.page, core.endpoint, plan_id)
  await app.plan.stands('Failed')
  await app.plan.problem.getByText('What the model answered').click()
  await expect(app.plan.problem.getByText('Sorry, I cannot help with that.')).toBeVisible()
  models.setScenario(sure)
  await app.plan.button('Try again').click()
  await app.plan.stands('Waits: approval')
  await expect(app.page.getByText('attempt 2')).toBeVisible()
})

test('a reload keeps the place', async ({ app, core, folder }) => {
  await healthProject(core.client, folder)
  const { plan_id } = await fixHealth(core.client, 'trusted')
  await rested(core.client, plan_id)
  await openPlan(app.page, core.endpoint, plan_id)
  await app.plan.openTab('Changes')
  await app.plan.changedFiles.filter({ hasText: 'health.py' }).click()
  const address = app.page.url()
  await app.page.reload()
  await expect(app.plan.tab('Changes')).toHaveAttribute('aria-selected', 'true')
  await expect(app.plan.diff('src/health.py')).toBeVisible()
  expect(app.page.url()).toBe(address)
})

test('two windows show the same within a moment', async ({ app, core, folder, models, openBrowser }) => {
  models.setScenario(unsure)
  await healthProject(core.client, folder)
  const other = await openBrowser()
  const { plan_id } = await fixHealth(core.client)
  await expect(other.inbox.answer.getByRole('heading', { name: question })).toBeVisible()
  await openPlan(app.page, core.endpoint, plan_id)
  await app.plan.stands('Waits: decision')
  await app.plan.decision.getByRole('button', { name: 'Approve proposal' }).click()
  await app.plan.stands('Waits: approval')
  await expect(other.inbox.approve('Approve strategy')).toBeVisible({ timeout: 3000 })
  await other.inbox.approve('Approve strategy').click()
  await expect(app.plan.button('Review and apply…')).toBeVisible()
})

test('the keyboard alone answers what waits in the Inbox', async ({ app, core, folder, models }) => {
  models.setScenario(unsure)
  await healthProject(core.client, folder)
  const first = await fixHealth(core.client, 'supervised', 'The first bug.')
  await rested(core.client, first.plan_id)
  const second = await fixHealth(core.client, 'supervised', 'The second bug.')
  await rested(core.client, second.plan_id)
  const { keyboard } = app.page
  await keyboard.press('g')
  await keyboard.press('i')
  await expect(app.inbox.item(question)).toHaveCount(2)
  const place = () => app.inbox.item(question).evaluateAll((all) => all.findIndex((one) => one.ariaCurrent === 'true'))
  expect(await place()).toBe(0)
  await keyboard.press('j')
  await expect.poll(place).toBe(1)
  await keyboard.press('k')
  await expect.poll(place).toBe(0)
  await keyboard.press('c')
  await expect(app.inbox.option('Circuit breaker')).toBeChecked()
  await keyboard.press('Enter')
  await expect(app.inbox.item(question)).toHaveCount(1)
  const gate = app.inbox.item(/The strategy is ready/)
  await expect(gate).toBeVisible()
  // The plan that was answered stays selected. The other decision is accepted as it was proposed.
  await expect(app.inbox.approve('Approve strategy')).toBeVisible()
  await app.inbox.item(question).focus()
  await keyboard.press('Space')
  await expect(app.inbox.option('Wrap the call')).toBeChecked()
  await keyboard.press('a')
  await expect(gate).toHaveCount(2)
  await expect(app.inbox.approve('Approve strategy')).toBeVisible()
  await keyboard.press('e')
  const guidance = app.page.getByRole('textbox', { name: 'Guidance' })
  await expect(guidance).toBeFocused()
  await keyboard.press('Escape')
  await expect(guidance).toBeHidden()
  await keyboard.press('k')
  await expect.poll(() => gate.evaluateAll((all) => all.findIndex((one) => one.ariaCurrent === 'true'))).toBe(0)
  await keyboard.press('a')
  await expect(gate).toHaveCount(1)
  await expect(app.inbox.approve('Review and apply…')).toBeVisible()
  // Where its plan waits no more, that of another is selected: the first key answers nothing and says so.
  await core.client.plans.cancel({ plan_id: first.plan_id })
  await expect(app.inbox.approve('Approve strategy')).toBeVisible()
  await keyboard.press('a')
  await expect(app.page.getByText('Nothing was answered')).toBeVisible()
  await expect(gate).toHaveCount(1)
  await keyboard.press('Enter')
  await expect(app.plan.phases).toBeVisible()
})

test('a core that was killed in the middle comes back with the plan interrupted', async ({
  app,
  core,
  folder,
  models,
  startCore,
  expectedErrors,
}) => {
  expectedErrors.push(/WebSocket connection|ERR_CONNECTION_REFUSED/)
  models.setScenario({ ...sure, execute: [editHealth, { fault: 'hang' }] })
  const checkout = await healthProject(core.client, folder)
  const { plan_id } = await fixHealth(core.client, 'trusted')
  await openPlan(app.page, core.endpoint, plan_id)
  await app.plan.stands('Executing')
  await app.plan.openTab('Changes')
  await expect(app.plan.changedFiles).toHaveCount(1)
  const before = stateOf(checkout)
  process.kill(core.pid, 'SIGKILL')
  await expect(app.frame.reconnecting).toBeVisible()
  const again = await startCore()
  models.setScenario(sure)
  await app.page.goto(again.url)
  await openPlan(app.page, again.endpoint, plan_id)
  await app.plan.stands('Interrupted')
  expect(stateOf(checkout)).toEqual(before)
  await app.plan.button('Resume').click()
  await app.plan.stands('Waits: approval')
  await app.plan.button('Review and apply…').click()
  await app.plan.applyNow.click()
  await app.plan.stands('Applied')
})
