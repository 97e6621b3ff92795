import { AxeBuilder } from '@axe-core/playwright'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { fixHealth, healthProject, rested } from '../fixtures/arrange.ts'
import { alternatives, decide, finishExecution } from '../fixtures/health-model.ts'
import { healthFiles } from '../fixtures/repository.ts'
import { expect, test } from '../fixtures/web.ts'

const faults = async (page: Page) =>
  (await new AxeBuilder({ page }).setLegacyMode(true).analyze()).violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
  )

test('what a reader needs to decide: risk and isolation before Apply; cause, ways out and before and after once it failed', async ({
  app,
  core,
  folder,
  models,
}) => {
  const { page } = app
  const { client } = core
  const checkout = await healthProject(client, folder)
  const source = 'command: "echo src/health.py is degraded; exit 1"\nphase: post_apply\n'
  await client.validations.add({ source, name: 'local/health', mode: 'required' })
  await client.validations.attach({
    validation: 'local/health',
    resource: (await client.resources.list({})).resources[0]!.name,
  })
  const { plan_id } = await fixHealth(client, 'trusted')
  await rested(client, plan_id)

  await page.goto(`${core.endpoint}/#/plans/${plan_id}?tab=changes`)
  const risk = page.getByRole('region', { name: 'Risk' })
  await expect(risk.getByRole('button')).toHaveText(['API low', 'Tests low', 'Breaking low', 'Resources low'])
  await risk.getByRole('button', { name: /Tests/ }).press('Enter')
  await expect(risk.getByRole('list', { name: 'Evidence' })).toContainText('src/health.py: existing test')
  expect(await faults(page)).toEqual([])
  await page.goto(`${core.endpoint}/#/plans/${plan_id}?tab=inputs`)
  await expect(page.getByText('Unchanged since the plan recorded it')).toBeVisible()
  await expect(page.getByText('There, and locked for this plan')).toBeVisible()
  expect(await faults(page)).toEqual([])

  await client.plans.apply({ plan_id })
  await page.goto(`${core.endpoint}/#/`)
  await app.inbox.item(/did not pass afterwards/).click()
  const recovery = page.getByRole('region', { name: 'Recovery' })
  await expect(recovery).toContainText(alternatives[0])
  await expect(recovery).toContainText('The output names src/health.py')
  await expect(recovery.getByRole('link', { name: 'Explain it' })).toBeVisible()
  expect(await faults(page)).toEqual([])
  await recovery.getByRole('button', { name: 'Roll back…' }).click()
  await expect(app.plan.rollingBack).toContainText('by a commit on top')
  await page.keyboard.press('Escape')
  await recovery.getByRole('button', { name: 'Correct this decision…' }).click()
  const correcting = page.getByRole('dialog', { name: 'Correct this decision' })
  await expect(correcting.getByRole('list', { name: 'Why' })).toContainText('What was applied is taken back')
  expect(await faults(page)).toEqual([])

  const better = {
    call: 'edit_file',
    args: { path: 'src/health.py', old: '    check()\n', new: '    check(timeout=1)\n' },
  }
  models.setScenario({
    models: ['gpt-5.4'],
    strategize: [decide(0.95), { call: 'finish_strategy', args: { summary: 'So.' } }],
    execute: [better, finishExecution],
  })
  await correcting.getByRole('textbox').fill('Give it a timeout instead.')
  await correcting.getByRole('button', { name: 'Redo from here' }).click()
  await expect.poll(() => readFileSync(join(checkout, 'src/health.py'), 'utf8')).toBe(healthFiles['src/health.py'])
  const corrections = async () => (await client.plans.corrections({ plan_id })).corrections
  await expect.poll(async () => (await corrections()).length).toBe(1)
  await rested(client, plan_id)
  await page.goto(`${core.endpoint}/#/plans/${plan_id}?decision=${(await corrections())[0]?.new_decision_id}`)
  const compared = page.getByRole('list', { name: 'Files before and after' })
  await expect(compared).toContainText('src/health.py')
  await compared.getByRole('button').click()
  await expect(page.getByRole('region', { name: /What the correction changed/ })).toContainText('degraded')
  expect(await faults(page)).toEqual([])
})
