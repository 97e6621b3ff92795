import { AxeBuilder } from '@axe-core/playwright'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { fixHealth, healthProject, rested } from '../fixtures/arrange.ts'
import { alternatives, decide, finishStrategy, question, sure } from '../fixtures/health-model.ts'
import { git, healthFiles } from '../fixtures/repository.ts'
import { expect, test } from '../fixtures/web.ts'

const faults = async (page: Page) =>
  (await new AxeBuilder({ page }).setLegacyMode(true).analyze()).violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
  )

test('a rollback shows what it does, does it, and is undone', async ({ app, core, folder }) => {
  await healthProject(core.client, folder)
  const { plan_id } = await fixHealth(core.client, 'trusted')
  const plan = await rested(core.client, plan_id)
  const health = () => readFileSync(join(plan.resources[0]?.sandbox_path ?? '', 'src/health.py'), 'utf8')
  const changed = health()
  await app.page.goto(`${core.endpoint}/#/plans/${plan_id}?tab=checkpoints`)
  await expect(app.plan.checkpoints).toHaveCount(2)
  await app.plan.checkpoint(1).click()
  await expect(app.plan.differing).toHaveText(/src\/health\.py/)
  await app.plan.differing.click()
  await expect(app.plan.diff('Changes of src/health.py')).toContainText('degraded')
  expect(await faults(app.page)).toEqual([])

  await app.plan.button('Roll back to here…').click()
  await expect(app.plan.rollingBack.getByRole('list', { name: 'Files' })).toHaveText(/src\/health\.py.*Restored/)
  await expect(app.plan.rollingBack).toContainText('1 dropped, 1 stay')
  expect(await faults(app.page)).toEqual([])
  expect(health()).toBe(changed)
  await app.plan.rollBackNow.click()
  await app.plan.stands('Waits: rolled back')
  await expect(app.plan.checkpoints).toHaveCount(1)
  expect(health()).toBe(healthFiles['src/health.py'])
  await app.plan.undoInMessage.click()
  await app.plan.stands('Waits: approval')
  await expect(app.plan.checkpoints).toHaveCount(2)
  expect(health()).toBe(changed)

  // Once more, and back by the inbox.
  await app.plan.checkpoint(1).click()
  await app.page.keyboard.press('r')
  await app.plan.rollBackNow.click()
  await app.plan.stands('Waits: rolled back')
  await app.page.goto(`${core.endpoint}/#/`)
  await app.inbox.item(/rolled this plan back to checkpoint 1/).click()
  await expect(app.inbox.approve('Go on from here')).toBeVisible()
  await app.inbox.answer.getByRole('button', { name: 'Undo the rollback' }).click()
  await expect.poll(async () => (await core.client.plans.status({ plan_id })).reason).toBe('phase_gate')
  expect(health()).toBe(changed)
})

test('a correction is counted before it is made, by guidance or by another alternative, and is undone', async ({
  app,
  core,
  folder,
  models,
}) => {
  await healthProject(core.client, folder)
  const { plan_id } = await fixHealth(core.client, 'trusted')
  await rested(core.client, plan_id)
  models.setScenario({ ...sure, strategize: [decide(0.95, { chosen: alternatives[2] }), finishStrategy] })
  await app.page.goto(`${core.endpoint}/#/plans/${plan_id}`)
  await app.plan.tree.getByRole('treeitem', { name: alternatives[0] }).click()
  await expect(app.plan.decision.getByRole('heading', { name: question })).toBeVisible()
  await app.plan.button('Correct…').click()
  await expect(app.plan.takenBack.filter({ hasText: question })).toHaveCount(1)
  await expect(app.plan.correcting.getByRole('list', { name: 'Files' })).toHaveText(/src\/health\.py.*Restored/)
  await expect(app.plan.correcting).toContainText(/low|medium|high/)
  const redo = app.plan.correcting.getByRole('button', { name: 'Redo from here' })
  await expect(redo).toBeDisabled()
  await app.plan.guidance.fill('Answer 503 with Retry-After.')
  expect(await faults(app.page)).toEqual([])
  expect((await core.client.plans.status({ plan_id })).attempt).toBe(1)
  await redo.click()
  await expect(app.plan.correcting).toBeHidden()
  await expect(app.page.getByText('attempt 2')).toBeVisible()
  await app.plan.stands('Waits: approval')
  expect(JSON.stringify(models.requests.map(({ body }) => body))).toContain('Answer 503 with Retry-After.')
  await app.plan.chooseMore(/^Undo the correction/)
  await app.plan.undoNow.click()
  await expect(app.plan.undoing).toBeHidden()
  await expect(app.plan.tree.getByRole('treeitem', { name: alternatives[0] })).toHaveCount(1)

  await app.plan.tree.getByRole('treeitem', { name: alternatives[0] }).click()
  await app.plan.button(`Choose ${alternatives[1]}`).click()
  await expect(app.plan.correcting).toContainText(`Instead: ${alternatives[1]}`)
  await app.plan.correcting.getByRole('button', { name: 'Redo from here' }).click()
  await expect(app.plan.tree.getByRole('treeitem', { name: alternatives[1] }).first()).toBeVisible()
})

test('an apply is undone from the plan’s menu by a commit that takes it back', async ({ app, core, folder }) => {
  const checkout = await healthProject(core.client, folder)
  const { plan_id } = await fixHealth(core.client, 'full-auto')
  await rested(core.client, plan_id)
  const applied = git(checkout, 'rev-parse', 'HEAD')
  await app.page.goto(`${core.endpoint}/#/plans/${plan_id}`)
  await app.plan.stands('Applied')
  await app.plan.chooseMore(/^Undo the apply/)
  await expect(app.plan.undoing.getByRole('list', { name: /^Files in/ })).toContainText('src/health.py')
  await expect(app.plan.undoing).toContainText('revert commit on main')
  expect(await faults(app.page)).toEqual([])
  await app.plan.undoNow.click()
  await app.plan.stands('The apply was undone')
  expect(readFileSync(join(checkout, 'src/health.py'), 'utf8')).toBe(healthFiles['src/health.py'])
  expect(git(checkout, 'log', '--format=%H')).toContain(applied)
})
