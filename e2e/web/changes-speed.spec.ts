import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { manyLines } from '../fixtures/changed-plan.ts'
import { expect, test } from '../fixtures/web.ts'

test.use({ viewport: { width: 1400, height: 860 } })
test.describe.configure({ timeout: 300_000 })

/** Scrolls the diff as a fast wheel does, 200 px a frame, and answers how long each frame took. */
const scroll = (page: Page) =>
  page.getByRole('grid').evaluate(
    (box) =>
      new Promise<{ frames: number; longest: number; over32: number }>((resolve) => {
        const times: number[] = []
        const steps = 240
        let before = performance.now()
        const step = (now: number) => {
          times.push(now - before)
          before = now
          box.scrollTop = 200 * times.length
          if (times.length < steps) requestAnimationFrame(step)
          else
            resolve({
              frames: times.length,
              longest: Math.round(Math.max(...times.slice(2))),
              over32: times.slice(2).filter((time) => time > 32).length,
            })
        }
        requestAnimationFrame(step)
      }),
  )

/** Figures for people: machines differ too much for a test to judge them. */
test('50,000 changed lines open and scroll', async ({ app, core, folder }, info) => {
  const { planId } = await manyLines(core.client, folder, 200, 100)
  const { changes, page } = app
  await page.context().tracing.start({ screenshots: false, snapshots: false })
  const from = Date.now()
  await changes.open(core.endpoint, planId)
  const opened = Date.now() - from
  await changes.filter.fill('long.ts')
  const chosen = Date.now()
  await changes.file('long.ts').click()
  await expect(changes.hunk(1)).toBeVisible()
  const file = Date.now() - chosen
  const unified = await scroll(page)
  await changes.layout('Split').click()
  const split = await scroll(page)
  await page.getByRole('grid').press('End')
  await expect(changes.rows.filter({ hasText: 'value9999 ' })).not.toHaveCount(0)
  const figures = { list_ms: opened, file_of_20000_rows_ms: file, unified, split }
  await page.context().tracing.stop({ path: info.outputPath('trace.zip') })
  writeFileSync(info.outputPath('figures.json'), `${JSON.stringify(figures, null, 2)}\n`)
  info.annotations.push({ type: 'figures', description: JSON.stringify(figures) })
})
