import { fixHealth, healthProject, rested } from '../fixtures/arrange.ts'
import { expect, test } from '../fixtures/web.ts'

test('plans are marked with the keyboard, cancelled and archived together, and brought back', async ({
  app,
  core,
  folder,
}) => {
  const { client } = core
  await healthProject(client, folder)
  const first = await fixHealth(client, 'manual', 'First bug')
  await fixHealth(client, 'manual', 'Second bug')
  await fixHealth(client, 'manual', 'Third bug')
  await app.page.goto(`${core.endpoint}/#/plans?sort=created`)
  const { table, selected } = app.plans
  await expect(table.getByRole('row')).toHaveCount(4)
  await table.getByRole('link', { name: first.title }).first().focus()
  await app.page.keyboard.press('x')
  await app.page.keyboard.press('ArrowDown')
  await app.page.keyboard.press('Shift+X')
  await expect(selected.getByRole('status')).toHaveText('2 plans selected')
  await expect(selected.getByRole('button', { name: 'Archive' })).toBeDisabled()
  await selected.getByRole('button', { name: 'Cancel 2…' }).click()
  await app.page.getByRole('dialog').getByRole('button', { name: 'Cancel 2 plans' }).click()
  await expect(app.frame.said('2 plans cancelled')).toBeVisible()
  await expect(table.getByText('Cancelled')).toHaveCount(2)
  expect((await client.plans.status({ plan_id: first.plan_id })).state).toBe('cancelled')

  await table.getByRole('checkbox', { name: 'Select all' }).click()
  await selected.getByRole('button', { name: 'Archive 2' }).click()
  await expect(table.getByRole('row')).toHaveCount(2)
  await app.page.getByRole('button', { name: '2 archived' }).click()
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(app.page).toHaveURL(/archived=true/)
  await table.getByRole('checkbox', { name: 'Select all' }).click()
  await selected.getByRole('button', { name: 'Back to the list' }).click()
  await expect(app.page.getByText('No plan is archived')).toBeVisible()
  expect((await client.plans.list({})).total).toBe(3)
})

test('a column orders the list, in the address too', async ({ app, core, folder }) => {
  await healthProject(core.client, folder)
  for (const profile of ['manual', 'ci', 'trusted'])
    await rested(core.client, (await fixHealth(core.client, profile)).plan_id)
  await app.frame.goTo('Plans')
  const header = app.plans.table.getByRole('columnheader', { name: 'Profile' })
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  const profiles = () =>
    app.plans.table
      .getByRole('row')
      .allInnerTexts()
      .then((rows) => rows.slice(1).map((row) => /\b(ci|manual|trusted)\b/.exec(row)?.[0]))
  expect(await profiles()).toEqual(['ci', 'manual', 'trusted'])
  await header.getByRole('button').click()
  await app.page.reload()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  expect(await profiles()).toEqual(['trusted', 'manual', 'ci'])
})

test('what waits is snoozed from the keyboard, in every window, and brought back', async ({
  app,
  core,
  folder,
  openBrowser,
}) => {
  await healthProject(core.client, folder)
  await fixHealth(core.client, 'manual')
  await expect(app.inbox.item('waits for your start')).toBeVisible()
  const other = await openBrowser()
  await expect(other.inbox.item('waits for your start')).toBeVisible()
  await app.page.keyboard.press('h')
  await app.page.keyboard.press('ArrowDown')
  await app.page.keyboard.press('Enter')
  await expect(app.frame.said(/^Snoozed until/)).toBeVisible()
  for (const window of [app, other]) {
    await expect(window.page.getByRole('button', { name: '1 snoozed item' })).toBeVisible()
    await expect(window.frame.side.getByRole('link', { name: 'Inbox' })).not.toContainText('1')
  }
  await other.page.getByRole('button', { name: 'Bring back' }).press('Enter')
  await expect(other.inbox.item('waits for your start')).toBeFocused()
  for (const window of [app, other])
    await expect(window.page.getByRole('button', { name: '1 snoozed item' })).toHaveCount(0)
  await expect(app.inbox.item('waits for your start')).toBeVisible()
})

test('density makes lists tighter, at once and after a reload', async ({ app, core, folder }) => {
  await healthProject(core.client, folder)
  await fixHealth(core.client, 'manual')
  await app.frame.goTo('Plans')
  const height = async () => (await app.plans.table.getByRole('row').nth(1).boundingBox())?.height
  const usual = await height()
  await app.frame.command('Density: compact')
  await expect.poll(height).toBeLessThan(usual ?? 0)
  const tight = await height()
  await app.page.reload()
  await expect.poll(height).toBe(tight)
})
