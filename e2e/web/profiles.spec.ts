import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { fixHealth, healthProject, rested } from '../fixtures/arrange.ts'
import { expect, test } from '../fixtures/web.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1400, height: 860 } })
test.describe.configure({ timeout: 240_000 })

/** What axe finds; empty where all is well. */
async function faults(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`))
}

test('a profile is made from sliders and guards, and what it holds is answered in the inbox: a call, then the budget', async ({
  app,
  core,
  folder,
}) => {
  await healthProject(core.client, folder)
  const { inbox, plan, profiles, page, settings } = app
  await app.frame.goTo('Settings')
  await settings.open('Automation profiles')
  await profiles.profile('trusted').click()
  await expect(profiles.edit('trusted')).toBeHidden()
  await profiles.duplicate('trusted').click()
  await profiles.name.fill('guarded')
  const starting = profiles.slider('Decisions in Execute')
  await expect(starting).toHaveAttribute('aria-valuetext', 'always decides alone.')
  await starting.focus()
  await page.keyboard.press('ArrowRight')
  await expect(profiles.editor).toContainText('decides alone at confidence 0.05 or more, otherwise asks you.')
  await profiles.asksFirst('edit_file').click()
  await expect(profiles.guards).toContainText('Using edit_file asks you.')
  expect(await faults(page)).toEqual([])
  await profiles.writtenAs('YAML').click()
  const text = await profiles.yaml.inputValue()
  expect(text).toContain('execute_command: 0.05')
  await profiles.yaml.fill(text.replace('deny_tools:', 'deny_tool:'))
  await profiles.writtenAs('Form').click()
  await expect(profiles.problems).toContainText('Did you mean "deny_tools"?')
  await profiles.yaml.fill(text)
  await profiles.save.click()
  await expect(profiles.profile('local/guarded')).toBeVisible()
  await profiles.remove('local/guarded').click()
  await expect(profiles.profile('local/guarded')).toBeHidden()
  await profiles.undo.click()
  await expect(profiles.profile('local/guarded')).toBeVisible()

  const { plan_id: planId } = await fixHealth(core.client, 'local/guarded')
  await rested(core.client, planId)
  await page.goto(`${core.endpoint}/#/`)
  await expect(inbox.answer).toContainText('The profile denies edit_file.')
  await expect(inbox.answer.getByRole('region', { name: 'What it would do' })).toContainText('+     try:')
  expect(await faults(page)).toEqual([])
  // Before the next call a cap is set that has been used up.
  await core.client.settings.set({ key: 'limits.plan-cost-usd', value: '0.02' })
  // Nothing is picked for a held call before a person chooses.
  await expect(inbox.approve('Answer')).toBeDisabled()
  await inbox.answer.getByRole('radio', { name: 'Allow this call' }).check()
  await inbox.approve('Answer').click()
  await expect(inbox.answer).toContainText('The setting for this plan is $0.02')
  expect(await faults(page)).toEqual([])
  await page.goto(`${core.endpoint}/#/plans/${planId}`)
  await plan.stands('budget')
  expect(await faults(page)).toEqual([])
  await page.getByRole('form', { name: 'Budget' }).getByRole('button', { name: 'Raise and go on' }).click()
  await expect(plan.button('Review and apply…')).toBeVisible()
  await plan.openTab('Inputs')
  await expect(page.getByRole('region', { name: 'Inputs' })).toContainText('(raised by you)')
})
