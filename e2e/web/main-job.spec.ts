import { slow } from '../fixtures/health-model.ts'
import { git, healthFiles, newRepository, stateOf } from '../fixtures/repository.ts'
import { expect, test } from '../fixtures/web.ts'
import { doMainJob } from '../jobs/main-job.ts'

test('from a folder on disk to a merge commit, with a model', async ({ app, core, folder, models }) => {
  for (const role of ['strategy', 'execution'])
    await core.client.settings.set({ key: `actor.default.${role}`, value: 'openai/gpt-5.4' })
  models.setScenario(slow)
  const checkout = newRepository(folder, healthFiles)
  const before = stateOf(checkout)
  await doMainJob(app, { folder: checkout, models, give: () => app.resources.folder.fill(checkout) })
  const after = stateOf(checkout)
  expect(after.branches).toEqual(before.branches)
  expect(after.worktrees).toEqual(before.worktrees)
})

test('the sample plan is applied from first run in a few clicks, without a model', async ({ app, home, coreEnv }) => {
  for (const name of Object.keys(coreEnv)) delete coreEnv[name]
  await app.inbox.trySample.click()
  await expect(app.newPlan.preview.getByText('local/sample-repo')).toBeVisible()
  await app.newPlan.create.click()
  await app.plan.stands('Waits: approval')
  await app.plan.button('Approve strategy').click()
  await app.plan.button('Review and apply…').click()
  await app.plan.applyNow.click()
  await app.plan.stands('Applied')
  expect(git(`${home}/sample-project`, 'show', 'HEAD:src/parcels.js')).toContain('logger.info(')
})
