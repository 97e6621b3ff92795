import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { clientOf } from '../fixtures/core.ts'
import { expect, onStandIn, test } from '../fixtures/desktop.ts'

type Told = { readonly options: { readonly title: string; readonly silent?: boolean }; emit(event: string): void }
type StandIn = {
  readonly notifications: Told[]
  readonly trays: { readonly menu: { readonly items: readonly { readonly label?: string }[] } }[]
}

const titles = (app: ElectronApplication) =>
  app.evaluate(() =>
    (globalThis as unknown as { standIn: StandIn }).standIn.notifications.map(({ options }) => [
      options.title,
      options.silent,
    ]),
  )
const badge = (app: ElectronApplication) => app.evaluate(({ app }) => app.getBadgeCount())
const trayLabels = (app: ElectronApplication) =>
  app.evaluate(() =>
    (globalThis as unknown as { standIn: StandIn }).standIn.trays.flatMap(({ menu }) =>
      menu.items.map((item) => item.label ?? '—'),
    ),
  )

test('what waits is told, counted and led to; what is finished sounds different; off is off', async ({
  desktop: { app, page },
  home,
}) => {
  test.skip(!onStandIn, 'what the system was told cannot be read back from it')
  await expect.poll(() => existsSync(join(home, 'core.json'))).toBe(true)
  const core = clientOf(JSON.parse(readFileSync(join(home, 'core.json'), 'utf8')))
  const { project } = await core.system.sample()
  const use = () =>
    core.plans.use({
      action: 'local/rewrite-pattern',
      projects: [project],
      args: { pattern: 'console.log($A)', rewrite: 'logger.info($A)', language: 'javascript' },
      automation_profile: 'supervised',
    })
  await page.evaluate(() => {
    location.hash = '#/settings?part=desktop'
  })
  await expect(page.getByRole('group', { name: 'Notifications' })).toBeVisible()
  const first = await use()
  await core.plans.execute({ plan_id: first.plan_id })
  await expect.poll(() => titles(app)).toEqual([[`Waits for you: ${first.title}`, false]])
  await expect.poll(() => badge(app)).toBe(1)
  expect(await trayLabels(app)).toEqual(expect.arrayContaining(['1 waits for you', 'Nothing runs', 'Quit']))
  await app.evaluate(() => (globalThis as unknown as { standIn: StandIn }).standIn.notifications[0]?.emit('click'))
  await expect(page).toHaveURL(new RegExp(`#/plans/${first.plan_id}`))

  // The window that is looked at shows the plan, so its next question is no news; its end elsewhere is.
  await core.plans.approve({ plan_id: first.plan_id })
  await expect(page.getByRole('button', { name: 'Review and apply…' })).toBeVisible()
  expect(await titles(app)).toHaveLength(1)
  await page.evaluate(() => {
    location.hash = '#/settings?part=desktop'
  })
  await core.plans.apply({ plan_id: first.plan_id })
  await expect
    .poll(() => titles(app))
    .toEqual([
      [`Waits for you: ${first.title}`, false],
      [`Finished: ${first.title}`, true],
    ])
  await expect.poll(() => badge(app)).toBe(0)

  await page.getByRole('button', { name: 'Nothing', exact: true }).click()
  await expect.poll(async () => (await core.settings.get({ key: 'desktop.notifications' })).value).toBe('off')
  const second = await use()
  await core.plans.execute({ plan_id: second.plan_id })
  await expect.poll(() => badge(app)).toBe(1)
  expect(await titles(app)).toHaveLength(2)
})
