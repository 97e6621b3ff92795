import { furnish, visit } from '../fixtures/tour.ts'
import { expect, test } from '../fixtures/web.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const sizes = [
  { width: 1440, height: 900 },
  { width: 900, height: 700 },
] as const

/** Pictures of every screen to look at; what can be asserted about them is in the other specs. */
for (const size of sizes)
  test(`pictures of every screen, ${size.width} px wide`, async ({ app, core, folder, models }, info) => {
    await app.page.setViewportSize(size)
    for (const stop of await furnish(core, folder, models)) {
      await visit(app.page, core.endpoint, stop)
      for (const theme of ['light', 'dark'] as const) {
        await app.page.emulateMedia({ colorScheme: theme })
        const path = `${info.project.outputDir}/screens/${stop.name}-${theme}-${size.width}.png`
        expect((await app.page.screenshot({ path, animations: 'disabled' })).length).toBeGreaterThan(5000)
      }
    }
  })
