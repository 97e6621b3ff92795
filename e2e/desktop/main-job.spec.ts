import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientOf } from '../fixtures/core.ts'
import { fixHealth, healthProject, useScriptedModel } from '../fixtures/arrange.ts'
import { expect, type Launched, test as base } from '../fixtures/desktop.ts'
import { editHealth, finishExecution, slow, sure } from '../fixtures/health-model.ts'
import { killAll, leftovers } from '../fixtures/processes.ts'
import { git, healthFiles, newRepository, stateOf } from '../fixtures/repository.ts'
import { modelEnvironment } from '../fixtures/web.ts'
import { doMainJob } from '../jobs/main-job.ts'
import { startModelServer, type ModelServer } from '../model-server/index.ts'
import { screens } from '../pages/index.ts'

const test = base.extend<{ models: ModelServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from the pattern
  models: async ({}, use) => {
    const models = await startModelServer({ scenario: sure })
    await use(models)
    await models.close()
  },
  appEnv: async ({ models, home }, use) => use({ ...modelEnvironment(models), HOME: home }),
})

/** Speaks to the application's core as a program does, to arrange what a test is not about. */
async function coreOf(home: string) {
  const manifest = join(home, 'core.json')
  await expect.poll(() => existsSync(manifest)).toBe(true)
  return clientOf(JSON.parse(readFileSync(manifest, 'utf8')) as { endpoint: string; token: string })
}

/** Has the native folder dialog answer with this folder. */
const pickInDialog = ({ app }: Launched, folder: string) =>
  app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
  }, folder)

const atHome = async ({ page }: Launched) => {
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  return screens(page)
}

test('from a picked folder to a merge commit, with a model', async ({ desktop, home, models }) => {
  const app = await atHome(desktop)
  await useScriptedModel(await coreOf(home))
  models.setScenario(slow)
  const checkout = newRepository(home, healthFiles)
  const before = stateOf(checkout)
  await pickInDialog(desktop, checkout)
  await doMainJob(app, { folder: checkout, models, give: () => app.resources.browse.click() })
  expect(stateOf(checkout)).toMatchObject({ branches: before.branches, worktrees: before.worktrees })
})

test('the sample plan is applied from first run; ended, nothing runs on; started again, it is all there', async ({
  launch,
  home,
}) => {
  const first = await launch()
  const app = await atHome(first)
  await app.inbox.trySample.click()
  await app.newPlan.create.click()
  await app.plan.stands('Waits: approval')
  await app.plan.button('Approve strategy').click()
  await app.plan.button('Review and apply…').click()
  await app.plan.applyNow.click()
  await app.plan.stands('Applied')
  expect(git(join(home, 'sample-project'), 'show', 'HEAD:src/parcels.js')).toContain('logger.info(')
  await first.app.close()
  // What the application leaves running would be found and ended here.
  expect(await leftovers(`CLEVERAGENTS_HOME=${home}`)).toEqual([])
  const again = await atHome(await launch())
  await again.frame.goTo('Plans')
  await expect(again.plans.row(/Applied/)).toHaveCount(1)
})

for (const way of ['Resume', 'Cancel plan'] as const)
  test(`killed in the middle of Execute, a plan comes back as interrupted, and ${way} works`, async ({
    launch,
    home,
    models,
  }) => {
    models.setScenario({ ...sure, execute: [editHealth, { fault: 'hang' }, finishExecution] })
    const first = await launch()
    await atHome(first)
    const client = await coreOf(home)
    const checkout = await healthProject(client, home)
    const before = stateOf(checkout)
    const { plan_id } = await fixHealth(client, 'trusted')
    const address = `location.hash = '#/plans/${plan_id}'`
    await first.page.evaluate(address)
    const app = screens(first.page)
    await app.plan.stands('Executing')
    await app.plan.openTab('Changes')
    await expect(app.plan.changedFiles).toHaveCount(1)
    const gone = new Promise((resolve) => first.app.process().once('exit', resolve))
    expect(killAll(`CLEVERAGENTS_HOME=${home}`)).toBeGreaterThan(1)
    await gone
    models.setScenario(sure)
    const second = await launch()
    const again = await atHome(second)
    await second.page.evaluate(address)
    await again.plan.stands('Interrupted')
    expect(git(checkout, 'rev-parse', 'HEAD')).toBe(before.head)
    await again.plan.button(way).click()
    if (way === 'Resume') {
      await again.plan.stands('Waits: approval')
      await again.plan.openTab('Changes')
      await expect(again.plan.changedFiles).toHaveCount(1)
    } else {
      await again.plan.endPlan.click()
      await again.plan.stands('Cancelled')
      await expect.poll(() => stateOf(checkout)).toEqual(before)
    }
  })
