import { alternatives, question, unsure } from '../fixtures/health-model.ts'
import { fixHealth, healthProject, rested } from '../fixtures/arrange.ts'
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
