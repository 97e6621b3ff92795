import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { git, newRepository, type Files } from '../fixtures/repository.ts'
import type { ServerCore } from '../fixtures/core.ts'
import { expect, test } from '../fixtures/web.ts'
import { coverage, degraded, fixBug, generateTests, migration, outage, refactor, unitTests } from '../jobs/examples.ts'
import type { Screens } from '../pages/index.ts'

test.describe.configure({ timeout: 240_000 })
test.use({ actionTimeout: 20_000 })

const fixture = (path: string) => readFileSync(join(import.meta.dirname, '../../main', path), 'utf8')

/** A project of its own for one example; answers its name and the checkout's folder. */
async function project({ client }: ServerCore, parent: string, name: string, files: Files) {
  const checkout = newRepository(parent, files, name)
  await client.resources.add({ type: 'git-checkout', name: `local/${name}-repo`, path: checkout })
  for await (const { state } of await client.resources.discovery({ resource: `local/${name}-repo` }))
    if (state !== 'running') break
  await client.projects.create({ name: `local/${name}`, resources: [`local/${name}-repo`] })
  return { name: `local/${name}`, checkout }
}

async function check({ client }: ServerCore, to: string, name: string, command: string, phase = 'execute') {
  await client.validations.add({
    source: `command: ${JSON.stringify(command)}\nphase: ${phase}\n`,
    name,
    mode: 'required',
  })
  await client.validations.attach({ validation: name, project: to })
}

type Wish = {
  readonly action: string
  readonly project: string
  readonly profile?: string
  readonly args?: Readonly<Record<string, string>>
}

/** Uses an action as a person does, in its form. */
async function begin({ page, newPlan }: Screens, { endpoint }: ServerCore, wish: Wish): Promise<void> {
  const search = new URLSearchParams({ action: wish.action, project: JSON.stringify([wish.project]) })
  await page.goto(`${endpoint}/#/plans/new?${search.toString()}`)
  for (const [name, value] of Object.entries(wish.args ?? {})) await newPlan.arg(name).fill(value)
  if (wish.profile) await newPlan.chooseProfile(wish.profile)
  await newPlan.create.click()
  await expect(page).toHaveURL(/#\/plans\/[0-9A-Z]{26}/)
}

async function applyIt({ plan }: Screens): Promise<void> {
  await plan.button(/^(Review and apply|Apply again|Apply as it is)…$/).click()
  await plan.applyNow.click()
}

test('the worked examples of a fix, tests, a refactoring, a guarded migration and an outage go through in the window', async ({
  app,
  core,
  folder,
  models,
}) => {
  const { inbox, page, plan } = app
  const { client } = core

  await test.step('example 1: a bug is fixed under full oversight', async () => {
    models.setScenario(fixBug.model)
    const { name, checkout } = await project(core, folder, 'fix', fixBug.files)
    await check(core, name, 'local/unit-tests', unitTests)
    await client.actions.create({ source: fixture('actions/fixtures/fix-bug.yaml'), replace: true })
    const args = { bug_description: 'The /health endpoint returns HTTP 500', affected_file: 'src/routes/health.py' }
    await begin(app, core, { action: 'local/fix-bug', project: name, profile: 'manual', args })
    await plan.button('Start strategy').click()
    await expect(plan.tree.getByRole('treeitem')).toHaveCount(4)
    await plan.tree.getByRole('treeitem', { name: 'Wrap DB call' }).click()
    await expect(plan.decision).toContainText('95')
    await expect(plan.decision).toContainText('Do less')
    await plan.button('Approve strategy').click()
    await expect(plan.tab('Validations')).toContainText('1/1')
    await plan.openTab('Changes')
    await expect(plan.changedFiles).toHaveText([/health\.py/, /test_health\.py/])
    await applyIt(app)
    await plan.stands('Applied')
    expect(readFileSync(join(checkout, 'src/routes/health.py'), 'utf8')).toBe(degraded)
  })

  await test.step('example 2: tests are put right after a check, approved in the Inbox, and undone from there', async () => {
    models.setScenario(generateTests.model)
    const { name, checkout } = await project(core, folder, 'tests', generateTests.files)
    await check(core, name, 'local/auth-coverage', coverage)
    await client.actions.create({ source: fixture('actions/fixtures/generate-tests.yaml'), replace: true })
    const args = { target_module: 'src/auth', coverage_target: '80' }
    await begin(app, core, { action: 'local/generate-tests', project: name, profile: 'trusted', args })
    await plan.stands('Waits: approval')
    await expect(plan.tab('Validations')).toContainText('1/1')
    await app.frame.goTo('Inbox')
    await expect(inbox.files.getByRole('listitem')).toHaveCount(2)
    const head = git(checkout, 'rev-parse', 'HEAD^{tree}')
    await inbox.approve('Review and apply…').click()
    await plan.applyNow.click()
    await expect(inbox.lately.getByRole('listitem')).toHaveCount(2)
    expect(git(checkout, 'show', 'HEAD:tests/test_auth/test_login.py')).toBe('covers 83 %')
    await inbox.lately.getByRole('button', { name: 'Undo…' }).first().click()
    await plan.undoNow.click()
    await expect(inbox.lately.getByRole('listitem').first()).toContainText('Applied and undone')
    expect(git(checkout, 'rev-parse', 'HEAD^{tree}')).toBe(head)
  })

  await test.step('example 3: a refactoring pauses, takes guidance, and is corrected from the Inbox', async () => {
    models.setScenario(refactor.model)
    const { name, checkout } = await project(core, folder, 'orm', refactor.files)
    await client.invariants.add({ text: 'Database queries must use the SQLAlchemy ORM', projects: [name] })
    await client.actors.add({ source: fixture('actors/fixtures/refactoring-strategist.yaml') })
    await client.actions.create({ source: fixture('actions/fixtures/refactor-to-orm.yaml') })
    await begin(app, core, { action: 'local/refactor-to-orm', project: name, args: { target_module: 'src/auth' } })
    await plan.stands('Waits: decision')
    await app.frame.goTo('Inbox')
    await expect(inbox.answer).toContainText('Place models inline in route files')
    await inbox.approve('Guide').click()
    await plan.giveGuidance(refactor.guidance)
    await expect(inbox.approve('Review and apply…')).toBeVisible()

    await inbox.chooseMore('Correct a decision…')
    await inbox.pick('Decisions to correct', refactor.wrong).click()
    await expect(plan.correcting).toContainText(/low|medium|high/)
    await expect(plan.correcting.getByRole('list', { name: 'Files' })).toHaveText(
      /src\/auth\/routes\/auth\.py.*Restored/,
    )
    await plan.guidance.fill(refactor.correction)
    await plan.correcting.getByRole('button', { name: 'Redo from here' }).click()
    await expect(inbox.files.getByRole('listitem')).toHaveText([/user\.py/, /auth\.py/])
    await inbox.openPlan.click()
    await expect(page.getByText('attempt 2')).toBeVisible()
    await plan.tree.getByRole('treeitem', { name: refactor.correction }).click()
    await expect(plan.decision.getByRole('list', { name: /^Files/ })).toContainText('user.py')
    await applyIt(app)
    await plan.stands('Applied')
    expect(git(checkout, 'show', `HEAD:${refactor.model3}`)).toBe('class User: ...')
  })

  await test.step('example 13: a rule keeps a decision for a person, though its confidence would do', async () => {
    models.setScenario(migration.model)
    const { name, checkout } = await project(core, folder, 'guarded', migration.files)
    await client.profiles.add({ source: migration.profile })
    await client.settings.set({ key: 'core.automation-profile', value: 'local/db-cautious', project: name })
    await client.invariants.add({ text: migration.rule, projects: [name] })
    await client.actions.create({ source: migration.action })
    await begin(app, core, { action: 'local/convert-to-orm', project: name })
    await plan.stands('Waits: decision')
    await app.frame.goTo('Inbox')
    await expect(inbox.answer.getByRole('heading', { name: migration.question })).toBeVisible()
    await expect(inbox.answer).toContainText(`The project invariant asks for you: ${migration.rule}`)
    await inbox.approve('Guide').click()
    await plan.giveGuidance(migration.guidance)
    await expect(inbox.files.getByRole('listitem')).toHaveText(/1_add_column\.sql/)
    await inbox.openPlan.click()
    await plan.openTab('Inputs')
    await expect(page.getByText('local/db-cautious').first()).toBeVisible()
    await plan.button('Cancel plan…').click()
    await plan.endPlan.click()
    await plan.stands('Cancelled')
    await plan.button('Bring it back').click()
    await plan.stands('Waits')
    await applyIt(app)
    await plan.stands('Applied')
    expect(git(checkout, 'show', 'HEAD:migrations/1_add_column.sql')).toContain('orm_version')
  })

  await test.step('example 15: what failed once applied is rolled back, corrected at its cause, and applied again', async () => {
    models.setScenario(outage.model)
    const { name, checkout } = await project(core, folder, 'outage', outage.files)
    await check(core, name, 'local/health-check', outage.check, 'post_apply')
    await client.actions.create({ source: outage.action })
    await begin(app, core, { action: 'local/optimize-db-connections', project: name, profile: 'trusted' })
    await plan.stands('Waits: approval')
    await applyIt(app)
    await app.frame.goTo('Inbox')
    const recovery = inbox.answer.getByRole('region', { name: 'Recovery' })
    await expect(recovery).toContainText(outage.cause)
    await inbox.chooseMore('Roll back…')
    await inbox.pick('Checkpoints', /^1\./).click()
    await expect(plan.rollingBack).toContainText('taken back by a commit on top')
    await plan.rollBackNow.click()
    await expect(inbox.approve('Undo the rollback')).toBeVisible()
    expect(git(checkout, 'show', `HEAD:${outage.pool}`)).toBe('POOL_SIZE = 20')
    expect(git(checkout, 'log', '-1', '--format=%s')).toContain('Revert')

    await inbox.chooseMore('Correct a decision…')
    await inbox.pick('Decisions to correct', outage.cause).click()
    await plan.guidance.fill(outage.correction)
    await plan.correcting.getByRole('button', { name: 'Redo from here' }).click()
    await inbox.approve('Review and apply…').click()
    await plan.applyNow.click()
    await expect(inbox.lately.getByRole('listitem').first()).toContainText('Optimize database')
    await expect(inbox.nothing).toBeVisible()
    expect(git(checkout, 'show', `HEAD:${outage.pool}`)).toContain('POOL_PRE_PING')
    await inbox.lately.getByRole('link', { name: /^Optimize database/ }).click()
    await expect(plan.activity).toContainText('Rollback to checkpoint 1')
  })
})
