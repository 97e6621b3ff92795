import { slow } from '../fixtures/health-model.ts'
import { healthFiles, newRepository, stateOf } from '../fixtures/repository.ts'
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
