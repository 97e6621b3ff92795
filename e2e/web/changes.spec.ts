import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { fixHealth, healthProject, rested } from '../fixtures/arrange.ts'
import { everyKind } from '../fixtures/changed-plan.ts'
import { expect, test } from '../fixtures/web.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1400, height: 860 } })
test.describe.configure({ timeout: 240_000 })

const cart = 'src/shop/cart.ts'

/** What axe finds; empty where all is well. */
async function faults(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`))
}

test('every kind of change is told for what it is', async ({ app, core, folder }) => {
  const { planId } = await everyKind(core.client, folder)
  const { changes } = app
  await changes.open(core.endpoint, planId)
  const shows = async (name: string, path: string, ...texts: (string | RegExp)[]) => {
    await changes.file(name).click()
    for (const text of texts) await expect(changes.pane(path)).toContainText(text)
  }
  await shows('cart.ts', cart, 'discount = 0', 'Hunk 2', '56 unchanged lines')
  await shows(
    'new-name.html',
    'src/shop/new-name.html',
    'src/shop/old-name.html → src/shop/new-name.html',
    'Item seven',
  )
  await shows('run.sh', 'scripts/run.sh', 'file → executable', 'Its content is the same.')
  await shows('NOTES', 'NOTES', 'Symbolic link', 'nothing → docs/notes.md')
  await shows('logo.png', 'logo.png', 'Binary file', '22 B → 2 kB')
  await shows('windows.txt', 'windows.txt', 'only line ends: LF → CRLF')
  await shows('package-lock.json', 'package-lock.json', 'generated')
  await shows('report.py', 'src/legacy/report.py', 'return None')
  await shows('endless.json', 'data/endless.json', /Show all 540 kB/)
  await changes.button(/Show all/).click()
  await expect(changes.button(/Show all/)).toBeHidden()
  await changes.filter.fill('CART')
  await expect(changes.tree.getByRole('treeitem')).toHaveCount(2)
})

test('hunks are read, expanded, looked at and rejected with the keyboard, and Apply leaves out what is rejected', async ({
  app,
  core,
  folder,
}) => {
  const { planId, checkout } = await everyKind(core.client, folder)
  const { changes, page } = app
  await changes.open(core.endpoint, planId)
  await changes.file('cart.ts').click()
  await expect(changes.hunk(2)).toBeVisible()
  await changes.press('w')
  await expect(changes.row('30: rules of the house')).toBeVisible()
  await changes.press('w')
  await expect(changes.row('30: rules of the house')).toBeHidden()
  await changes.button('20 lines more below').click()
  await expect(changes.row('22: rules of the house')).toBeVisible()

  await changes.press('s')
  await expect(changes.layout('Split')).toHaveAttribute('aria-pressed', 'true')
  await changes.press('u')
  await changes.press('v')
  await expect(changes.hunk(1).getByRole('button', { name: 'Viewed' })).toHaveAttribute('aria-pressed', 'true')
  await changes.press('v')
  await expect(changes.viewed).toBeChecked()
  await expect(changes.file('cart.ts')).toContainText('viewed')

  await changes.press('x')
  await expect(changes.hunk(2)).toContainText('Rejected')
  await changes.press('j')
  await expect(changes.pane('src/shop/discount.ts')).toBeVisible()
  await changes.button('Reject file').click()
  await expect(changes.pane('src/shop/discount.ts')).toContainText('Apply leaves this file as it was')
  await page.reload()
  await expect(changes.file('discount.ts')).toContainText('rejected')

  await app.plan.button('Review and apply…').click()
  await expect(
    app.plan.filesToApply('local/web-shop').getByRole('listitem').filter({ hasText: 'discount' }),
  ).toHaveCount(0)
  await app.plan.applyNow.click()
  await app.plan.stands('Applied')
  const applied = readFileSync(join(checkout, cart), 'utf8')
  expect(applied).toContain('discount = 0')
  expect(applied).toContain('items.length === 0')
  expect(() => readFileSync(join(checkout, 'src/shop/discount.ts'))).toThrow('ENOENT')
})

test('comments wait at their lines and are sent together as guidance', async ({ app, core, folder }) => {
  await healthProject(core.client, folder)
  const { plan_id: planId } = await fixHealth(core.client, 'trusted')
  await rested(core.client, planId)
  const { changes, page } = app
  await changes.open(core.endpoint, planId)
  await changes.file('health.py').click()
  await changes.diff('src/health.py').focus()
  for (let step = 0; step < 4; step += 1) await changes.press('ArrowDown')
  await changes.press('m')
  await changes.say(5, 'Name it rebate.')
  await expect(changes.comment(5)).toContainText('not sent')
  await page.reload()
  await expect(changes.comment(5)).toContainText('Name it rebate.')
  await changes.button('Send 1 comment').click()
  await expect(changes.button(/^Send/)).toBeHidden()
  await expect
    .poll(async () => (await core.client.plans.tree({ plan_id: planId })).nodes.map((node) => node.chosen).join('\n'))
    .toContain('src/health.py:5')
})

test('axe finds nothing in either layout and theme', async ({ app, core, folder }) => {
  const { planId } = await everyKind(core.client, folder)
  const { changes, page } = app
  await core.client.plans.reject({ plan_id: planId, path: cart, hunk: 2 })
  await changes.open(core.endpoint, planId)
  await changes.file('cart.ts').click()
  await expect(changes.hunk(2)).toContainText('Rejected')
  for (const theme of ['light', 'dark'] as const)
    for (const layout of ['Unified', 'Split'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await changes.layout(layout).click()
      expect.soft(await faults(page), `${theme}, ${layout}`).toEqual([])
    }
  await changes.press('m')
  expect.soft(await faults(page), 'with a form').toEqual([])
})
