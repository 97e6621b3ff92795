import { manyLines } from '../fixtures/changed-plan.ts'
import { expect, test } from '../fixtures/web.ts'

test.use({ viewport: { width: 1400, height: 860 } })

/**
 * What makes a long diff fast: only the rows in sight exist, no task holds the page for long, and what was drawn is given back.
 * How fast it is, the benchmark tells.
 */
test('a file of 20,000 changed rows draws what is in sight alone, and leaves nothing behind', async ({
  app,
  core,
  folder,
}) => {
  const { planId } = await manyLines(core.client, folder, 20, 100)
  const { changes, page } = app
  const session = await page.context().newCDPSession(page)
  const held = async () => {
    await session.send('HeapProfiler.collectGarbage')
    const { nodes } = await session.send('Memory.getDOMCounters')
    return { nodes, bytes: (await session.send('Runtime.getHeapUsage')).usedSize }
  }
  await app.frame.goTo('Plans')
  const before = await held()
  await changes.open(core.endpoint, planId)
  await changes.filter.fill('long.ts')
  const diff = changes.diff('src/long.ts')
  await expect(diff).toHaveAttribute('aria-rowcount', '20001')
  const longest = await diff.evaluate(
    (box) =>
      new Promise<number>((resolve) => {
        let found = 0
        const observer = new PerformanceObserver((list) => {
          for (const task of list.getEntries()) found = Math.max(found, task.duration)
        })
        observer.observe({ type: 'longtask' })
        let at = 0
        const step = () => {
          box.scrollTop = 400 * ++at
          if (at < 40) return requestAnimationFrame(step)
          observer.disconnect()
          return resolve(found)
        }
        requestAnimationFrame(step)
      }),
  )
  expect(longest).toBeLessThan(2000)
  await expect(diff.getByText('value889 ').first()).toBeVisible()
  expect(await changes.rows.count()).toBeLessThan(120)
  await changes.layout('Split').click()
  await diff.press('End')
  await expect(changes.rows.filter({ hasText: 'value9999 ' })).not.toHaveCount(0)
  expect(await changes.rows.count()).toBeLessThan(120)

  await app.frame.goTo('Plans')
  await expect(diff).toHaveCount(0)
  const after = await held()
  expect(after.nodes).toBeLessThan(before.nodes * 3)
  expect(after.bytes).toBeLessThan(before.bytes * 3)
})
