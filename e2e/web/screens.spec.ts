import { AxeBuilder } from '@axe-core/playwright'
import type { Page, TestInfo } from '@playwright/test'
import { furnish, visit } from '../fixtures/tour.ts'
import { expect, test } from '../fixtures/web.ts'
import type { Screens } from '../pages/index.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })
// Axe takes seconds a screen on a busy machine.
test.describe.configure({ timeout: 400_000 })

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

/** A picture to look at; what can be asserted about it is asserted. */
async function picture(page: Page, info: TestInfo, name: string): Promise<void> {
  const path = `${info.project.outputDir}/screens/${name}.png`
  expect((await page.screenshot({ path, animations: 'disabled' })).length, name).toBeGreaterThan(5000)
}

/** What a small window must not take away: nothing sticks out, and every button can be brought into sight and reached. */
async function losesNothing({ page, frame }: Screens, stop: string): Promise<void> {
  const name = `${stop} at ${page.viewportSize()?.width} px`
  expect.soft(await overflow(page), name).toBeLessThanOrEqual(0)
  if (!stop.endsWith('register'))
    await expect.soft(frame.side.getByRole('link', { name: 'Settings' }), name).toBeVisible()
  const unreachable = await page.evaluate(() => {
    const { innerWidth, innerHeight } = window
    return [...document.querySelectorAll<HTMLElement>('main button')].flatMap((button) => {
      if (!button.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return []
      button.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      const { left, right, top } = button.getBoundingClientRect()
      return left >= 0 && right <= innerWidth + 1 && top >= 0 && top < innerHeight ? [] : [button.textContent]
    })
  })
  expect.soft(unreachable, name).toEqual([])
}

test('axe finds nothing on any screen in light, nor in dark, which differs in its colours alone', async ({
  app,
  core,
  folder,
  models,
}, info) => {
  const { page } = app
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const stop of await furnish(core, folder, models)) {
    await page.emulateMedia({ colorScheme: 'light' })
    await visit(page, core.endpoint, stop)
    expect.soft(await faults(page), `${stop.name} in light`).toEqual([])
    await picture(page, info, `${stop.name}-light-1440`)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect.soft(await faults(page, ['color-contrast', 'link-in-text-block']), `${stop.name} in dark`).toEqual([])
    await picture(page, info, `${stop.name}-dark-1440`)
  }
})

test('a window of 900 px and 200 % zoom lose nothing', async ({ app, core, folder, models }, info) => {
  const { page } = app
  for (const stop of await furnish(core, folder, models)) {
    await page.setViewportSize({ width: 900, height: 700 })
    await visit(page, core.endpoint, stop)
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await picture(page, info, `${stop.name}-${theme}-900`)
    }
    await losesNothing(app, stop.name)
    // 1280 × 720 at 200 %.
    await page.setViewportSize({ width: 640, height: 360 })
    await losesNothing(app, stop.name)
  }
})
