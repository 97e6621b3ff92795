import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { furnish, visit } from '../fixtures/tour.ts'
import { expect, test } from '../fixtures/web.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })
// Axe takes seconds a screen on a busy machine.
test.describe.configure({ timeout: 240_000 })

/** What axe finds, each with where it is; empty where all is well. */
async function faults(page: Page, rules: readonly string[] = []): Promise<readonly string[]> {
  // The screens have no frames, for which the other mode opens a page of its own each time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const { violations } = await (rules.length > 0 ? axe.withRules([...rules]) : axe).analyze()
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map((node) => `${id} (${impact}): ${node.html.slice(0, 200)} ${node.any[0]?.message ?? ''}`),
  )
}

/** How far the page, or a part that does not scroll, reaches over its right edge. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('axe finds nothing on any screen in light', async ({ app, core, folder, models }) => {
  for (const stop of await furnish(core, folder, models)) {
    await visit(app.page, core.endpoint, stop)
    expect.soft(await faults(app.page), stop.name).toEqual([])
  }
})

test('nor in dark, which differs in its colours alone', async ({ app, core, folder, models }) => {
  await app.page.emulateMedia({ colorScheme: 'dark' })
  for (const stop of await furnish(core, folder, models)) {
    await visit(app.page, core.endpoint, stop)
    expect.soft(await faults(app.page, ['color-contrast', 'link-in-text-block']), stop.name).toEqual([])
  }
})

const views = [
  { what: 'a window of 900 px', width: 900, height: 700 },
  // 1280 × 720 at 200 %.
  { what: '200 % zoom', width: 640, height: 360 },
] as const
for (const { what, width, height } of views)
  test(`${what} loses nothing`, async ({ app, core, folder, models }) => {
    await app.page.setViewportSize({ width, height })
    for (const stop of await furnish(core, folder, models)) {
      await visit(app.page, core.endpoint, stop)
      expect.soft(await overflow(app.page), stop.name).toBeLessThanOrEqual(0)
      if (!stop.name.endsWith('register'))
        await expect.soft(app.frame.side.getByRole('link', { name: 'Settings' }), stop.name).toBeVisible()
      // Every button can be brought into sight and reached there.
      for (const button of await app.page.getByRole('main').getByRole('button').all()) {
        if (!(await button.isVisible())) continue
        await button.scrollIntoViewIfNeeded()
        const box = await button.boundingBox()
        const inside = box && box.x >= 0 && box.x + box.width <= width + 1 && box.y >= 0 && box.y < height
        expect.soft(inside, `${stop.name}: ${await button.textContent()}`).toBe(true)
      }
    }
  })
