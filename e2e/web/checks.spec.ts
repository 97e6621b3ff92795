import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Client } from '../../shared/contract/index.ts'
import { fixHealth, healthProject, rested } from '../fixtures/arrange.ts'
import { expect, test } from '../fixtures/web.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1400, height: 860 } })
test.describe.configure({ timeout: 240_000 })

/** What axe finds; empty where all is well. */
async function faults(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`))
}

const rule = 'The source stays as it is'
const newPlan = '#/plans/new?action=local%2Frun-command&project=%5B%22local%2Fapi%22%5D'

/** A plan whose command edits a source file, as far as it comes. */
async function editingPlan(client: Client) {
  const { plan_id: planId } = await client.plans.use({
    action: 'local/run-command',
    projects: ['local/api'],
    args: { command: "echo '# more' >> src/health.py" },
    automation_profile: 'manual',
  })
  for (let turn = 0; turn < 2; turn += 1) {
    await client.plans.execute({ plan_id: planId })
    await rested(client, planId)
  }
  return client.plans.status({ plan_id: planId })
}

test('a plan stops at a rule and at a check of its project, and reaches the files once one is waived and the other passes', async ({
  app,
  core,
  folder,
}) => {
  const checkout = await healthProject(core.client, folder)
  const { checks, inbox, plan, page } = app
  await page.goto(`${core.endpoint}/#/projects/local/api`)
  await checks.addInvariant({ text: rule, never: 'src/**' })
  await expect(checks.invariant(rule)).toContainText('Nothing in src/** may change')
  // Who leaves the dialog is back where it was opened.
  await checks.newValidation.click()
  await expect(checks.adding.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(checks.newValidation).toBeFocused()
  await checks.addValidation('greets', 'grep -q hello greeting.txt || { echo no greeting yet; exit 3; }')
  await expect(checks.validation('local/greets')).toContainText('at the end of Execute')
  expect(await faults(page)).toEqual([])
  await page.goto(`${core.endpoint}/${newPlan}`)
  await expect(app.newPlan.preview).toContainText('From the project local/api')

  const stopped = await editingPlan(core.client)
  await page.goto(`${core.endpoint}/#/`)
  await expect(checks.invariant(rule)).toContainText('src/health.py')
  expect(await faults(page)).toEqual([])
  await checks.waive.press('Enter')
  await checks.waiveBecause('Only a comment is added.')
  // What waits next has the keyboard.
  await expect(inbox.item('A required validation has not passed')).toBeFocused()

  await expect(checks.failing).toContainText('no greeting yet')
  await expect(checks.failing).toContainText('exit 3')
  expect(await faults(page)).toEqual([])
  // The same check of the same files would fail again: here, too, another answer is the first way on.
  await expect(inbox.approve('Open the sandbox')).toBeVisible()
  await inbox.approve('Choose another…').click()
  await expect(plan.correcting).toContainText('takes no guidance')
  await page.keyboard.press('Escape')
  await inbox.openPlan.click()
  // A built-in actor takes no guidance, and what a check holds is not applied: another of its answers is what helps.
  await plan.button('Choose another…').click()
  await expect(plan.correcting).toContainText('takes no guidance')
  await plan.correcting.getByRole('radio', { name: 'Skip it' }).check()
  await expect(plan.correcting.getByRole('button', { name: 'Redo from here' })).toBeEnabled()
  expect(await faults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(plan.button('Apply as it is…')).toBeHidden()
  const greeting = join(stopped.resources[0]!.sandbox_path!, 'greeting.txt')
  writeFileSync(greeting, 'hello\n')
  await app.frame.goTo('Inbox')
  await inbox.approve('Check again').click()
  await expect(inbox.approve('Review and apply…')).toBeVisible()

  await inbox.openPlan.click()
  await expect(plan.tab('Validations')).toContainText('1/1')
  await plan.openTab('Validations')
  await expect(checks.detail).toContainText('local/api-service')
  await checks.runNow.click()
  await expect(app.frame.said('1 validation passed')).toBeVisible()
  expect(await faults(page)).toEqual([])
  writeFileSync(greeting, 'bye\n')
  await checks.runNow.click()
  await expect(plan.tab('Validations')).toContainText('0/1')
  await plan.button('Review and apply…').click()
  await expect(plan.applying.getByRole('list', { name: 'Required checks' })).toContainText('failed: exit 3')
  await expect(plan.applying.getByRole('region', { name: 'Risk' })).toContainText('high')
  await expect(plan.applyNow).toBeDisabled()
  expect(await faults(page)).toEqual([])
  writeFileSync(greeting, 'hello\n')
  await plan.applying.getByRole('button', { name: 'Run checks again' }).click()
  await expect(plan.applyNow).toBeEnabled()
  await expect(plan.applyNow).toBeFocused()
  await page.keyboard.press('Escape')
  await plan.openTab('Inputs')
  await expect(checks.invariant(rule)).toContainText('Waived for this plan: Only a comment is added.')
  const own = 'Comments are in English'
  await checks.addInvariant({ text: own, asksAbout: 'docs/**' })
  await expect(checks.invariant(own)).toContainText('Given to this plan alone')
  await expect(checks.invariant(own)).toContainText('Asks a person about changes in docs/**')
  await expect(checks.add).toBeFocused()
  await checks.remove(own).click()
  await expect(checks.invariant(own)).toBeHidden()
  expect(await faults(page)).toEqual([])
  await plan.button('Review and apply…').click()
  await expect(checks.waivedAtApply).toContainText('Only a comment is added.')
  expect(await faults(page)).toEqual([])
  await plan.applyNow.click()
  await plan.stands('Applied')
  expect(readFileSync(join(checkout, 'src/health.py'), 'utf8')).toContain('# more')
})

test('a global rule that is locked comes back when its removal is undone, and is not offered to be waived', async ({
  app,
  core,
  folder,
}) => {
  await healthProject(core.client, folder)
  const { checks, plan, page, settings } = app
  await app.frame.goTo('Settings')
  await settings.open('Invariants')
  await checks.addInvariant({ text: rule, never: 'src/**', locked: true })
  await checks.remove(rule).click()
  await expect(checks.invariant(rule)).toBeHidden()
  await checks.undo.click()
  await expect(checks.invariant(rule)).toContainText('cannot be set aside')

  await page.getByRole('button', { name: 'Add invariant' }).click()
  await checks.form.getByRole('textbox', { name: 'Rule' }).fill('Changes of the database need approval')
  await expect(checks.form.getByRole('checkbox', { name: /^Asks a person/ })).toBeChecked()
  expect(await faults(page)).toEqual([])

  const { plan_id: planId } = await editingPlan(core.client)
  await page.goto(`${core.endpoint}/#/plans/${planId}`)
  await expect(checks.invariant(rule)).toContainText('Cannot be waived')
  await expect(checks.waive).toBeHidden()
  await plan.openTab('Validations')
  await expect(page.getByRole('heading', { name: 'No validations' })).toBeVisible()
  await checks.addValidation('quick', 'true')
  await expect(checks.validation('local/quick')).toContainText('Not run')
  expect(await faults(page)).toEqual([])
})

test('a decision that a rule sent to a person says which one asked', async ({ app, core, folder }) => {
  await healthProject(core.client, folder)
  const text = 'A person decides how failures are told'
  const escalate = { always: true, paths: [], decision_types: [] }
  await core.client.invariants.add({ text, projects: ['local/api'], escalate })
  const { plan_id: planId } = await fixHealth(core.client, 'trusted')
  await rested(core.client, planId)
  const { inbox, plan, page } = app
  await page.goto(`${core.endpoint}/#/`)
  await expect(inbox.answer).toContainText(`The project invariant asks for you: ${text}`)
  await page.goto(`${core.endpoint}/#/plans/${planId}`)
  await expect(plan.decision).toContainText('though its confidence alone would have let it pass')
  await expect(plan.decision).toContainText('From the project local/api')
  expect(await faults(page)).toEqual([])
})
