import type { Page } from '@playwright/test'
import { chromiumPath } from '../fixtures/chromium.ts'
import { isUpdate, keep, keptNames, furnishWorkshop, signReferences, unlikeKept } from '../fixtures/pictures.ts'
import { furnish, type Stop, visit } from '../fixtures/tour.ts'
import { expect, test } from '../fixtures/web.ts'

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  viewport: { width: 1440, height: 900 },
  // What of drawing text depends on the machine is off.
  launchOptions: {
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--font-render-hinting=none', '--disable-lcd-text'],
  },
})
test.describe.configure({ timeout: 400_000 })

/** They tell of the machine, of its programs and of each dependency and migration, so they would be others at every turn. */
const isOfMachine = ({ name }: Stop) => ['settings-diagnostics', 'settings-about'].includes(name)

const main = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name })

/** What opens over a screen, on a plan that is ready to be applied. */
const overlays = (plan: string): readonly Stop[] => [
  {
    name: 'plan-apply',
    address: plan,
    until: async (page) => {
      await main(page, /^Review and apply/).click()
      await page.getByRole('dialog', { name: 'Apply changes' }).getByText('health.py').first().waitFor()
    },
  },
  {
    name: 'plan-correct',
    address: plan,
    until: async (page) => {
      await main(page, 'Correct…').click()
      await page.getByRole('dialog', { name: 'Correct this decision' }).waitFor()
    },
  },
  {
    name: 'palette',
    address: '#/plans',
    until: async (page) => {
      await page.getByRole('table', { name: 'Plans' }).waitFor()
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('dialog', { name: 'Search and commands' }).getByRole('option').first().waitFor()
    },
  },
]

test('each screen looks as on its reference picture, in light and in dark', async ({
  app,
  core,
  folder,
  models,
  browser,
}, info) => {
  const { page } = app
  const workshop = await furnishWorkshop(await browser.newPage())
  const stops = await furnish(core, folder, models)
  const plan = stops.find((stop) => stop.name === 'plan-decisions')?.address ?? ''
  const names: string[] = []
  for (const stop of [...stops, ...overlays(plan)].filter((one) => !isOfMachine(one))) {
    await page.emulateMedia({ colorScheme: 'light' })
    await visit(page, core.endpoint, stop)
    await page.mouse.move(0, 0)
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      const name = `${stop.name}-${theme}`
      names.push(name)
      if (isUpdate) await keep(page, workshop, name)
      else expect.soft(await unlikeKept(page, workshop, name, `${info.project.outputDir}/pictures`)).toBeUndefined()
    }
    await page.keyboard.press('Escape')
  }
  if (isUpdate) signReferences(page)
  expect(keptNames().toSorted(), 'pictures of screens that are there').toEqual(names.toSorted())
  await workshop.close()
})
